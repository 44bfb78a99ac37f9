import type { SettingsStore } from '../../client/settings/settings.js';
import type { GridSize } from '../../client/terminal/terminal-connection.js';
import { fontOf } from '../drawing/font.js';
import { drawsWithWebgl } from '../drawing/webgl.js';
import { cellSize, characterSize } from './cell.js';
import { gridWithin, type PixelSize } from './grid.js';

const EMPTY_STAGES = `
  <div class="practice-stages">
    <span class="practice-stages-button"></span><div class="practice-stages-bar"><span class="practice-stages-segment"></span></div>
  </div>`;

/** The panel as it is around a connected terminal, with nothing in it: the same classes, so the same room. */
const emptyPanel = (hasStages: boolean) => `
  <div class="practice-toolbar">
    <div class="practice-heading"></div>
    <div class="practice-actions"><span class="practice-action"></span></div>
    ${hasStages ? EMPTY_STAGES : ''}
  </div>
  <div class="practice-workbench">
    <div class="practice-terminal"><div class="practice-terminal-host"></div><div class="practice-key-bar"></div></div>
    <p class="practice-help"><kbd>&nbsp;</kbd></p>
  </div>`;

/**
 * Predicts the grid of a panel's terminal before there is one, so that the agent draws its first
 * screen at that size. Notices, and a toolbar whose words wrap, are not predicted; the terminal then resizes.
 */
export class Gauge {
  readonly #panel: HTMLElement;
  readonly #settings: SettingsStore;
  readonly #hasStages: boolean;
  #known: { readonly panel: PixelSize; readonly host: PixelSize } | undefined;

  constructor(panel: HTMLElement, settings: SettingsStore, hasStages: boolean) {
    this.#panel = panel;
    this.#settings = settings;
    this.#hasStages = hasStages;
    this.#host(); // in advance, so that a later start finds it known
  }

  /** The grid, or undefined while the panel is hidden or gone. */
  grid(): GridSize | undefined {
    const settings = this.#settings.getSnapshot();
    const character = characterSize(fontOf(settings));
    if (character === undefined) return undefined;
    const webgl = drawsWithWebgl(settings.renderer);
    return gridWithin(this.#host(), cellSize(character, window.devicePixelRatio, webgl));
  }

  #host(): PixelSize {
    const panel = { width: this.#panel.clientWidth, height: this.#panel.clientHeight };
    const isKnown = this.#known?.panel.width === panel.width && this.#known.panel.height === panel.height;
    this.#known = isKnown && this.#known ? this.#known : { panel, host: hostSize(this.#panel, this.#hasStages) };
    return this.#known.host;
  }
}

/** The room of the terminal's host, laid out unseen and taken away before anything is painted. */
function hostSize(panel: HTMLElement, hasStages: boolean): PixelSize {
  const copy = document.createElement('div');
  copy.className = 'practice-panel practice-gauge';
  copy.innerHTML = emptyPanel(hasStages);
  panel.append(copy);
  const host = copy.querySelector('.practice-terminal-host');
  const size = { width: host?.clientWidth ?? 0, height: host?.clientHeight ?? 0 };
  copy.remove();
  return size;
}
