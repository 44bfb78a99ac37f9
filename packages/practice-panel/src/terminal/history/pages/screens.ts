import { pageSettings } from '../../../client/settings/settings.js';
import { whenIdle } from './idle.js';
import { HistoryScreen, type ScreenOptions } from './screen.js';

/** One to show and one in which the whole history is laid out meanwhile. */
const SPARES = 2;

/** Time in milliseconds after which a prompt that came with the first output is on the screen. */
const SETTLE_MS = 1500;

/** Screens for snapshots, made while the page is idle and used again and again. */
export class HistoryScreens {
  readonly #options: ScreenOptions;
  readonly #spare: HistoryScreen[] = [];
  #made = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopWork = () => {};
  #disposed = false;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  /** The live terminal has something to show: screens are made soon after. */
  prepare(): void {
    this.#timer ??= setTimeout(() => this.#work(() => this.#makeFurther()), SETTLE_MS);
  }

  /** The live terminal has changed its look or size: spare screens adopt that once there is time. */
  adapt(): void {
    if (this.#made > 0) this.#work(() => this.#makeFurther());
  }

  /** An empty screen; whoever takes it gives it back. */
  take(): HistoryScreen {
    const screen = this.#spare.shift();
    if (screen === undefined) return this.#make();
    if (isOfUse(screen)) return screen;
    this.#drop(screen);
    return this.take();
  }

  give(screen: HistoryScreen): void {
    if (this.#disposed || !isOfUse(screen) || this.#made > SPARES) this.#drop(screen);
    else {
      screen.clear();
      this.#spare.push(screen);
    }
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#stopWork();
    for (const screen of this.#spare.splice(0)) this.#drop(screen);
  }

  #make(): HistoryScreen {
    this.#made += 1;
    return new HistoryScreen(this.#options);
  }

  #drop(screen: HistoryScreen): void {
    this.#made -= 1;
    screen.dispose();
  }

  /** Does one step of preparing the spare screens; false if there is nothing to do. */
  #makeFurther(): boolean {
    const useless = this.#spare.findIndex((screen) => !isOfUse(screen));
    for (const screen of useless < 0 ? [] : this.#spare.splice(useless, 1)) this.#drop(screen);
    if (this.#spare.some((screen) => screen.openFurther())) return true;
    for (const screen of this.#spare) screen.adapt();
    if (this.#made >= SPARES) return false;
    this.#spare.push(this.#make());
    return true;
  }

  /** Does one step at a time while the page is idle. */
  #work(step: () => boolean): void {
    this.#stopWork();
    this.#stopWork = whenIdle(() => {
      if (step()) this.#work(step);
    });
  }
}

/** Whether it draws as the settings now say. */
function isOfUse(screen: HistoryScreen): boolean {
  return screen.renderer === pageSettings().getSnapshot().renderer;
}
