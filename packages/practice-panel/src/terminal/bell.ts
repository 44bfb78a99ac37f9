import type { Terminal } from '@xterm/xterm';
import type { SettingsStore } from '../client/settings/settings.js';

/** How long the flash stays in milliseconds: long enough to notice from the corner of an eye. */
const FLASH_MS = 150;
/** The beep: the A above middle C, for a tenth of a second, quiet enough for headphones. */
const BEEP_HZ = 440;
const BEEP_SECONDS = 0.1;
const BEEP_GAIN = 0.05;
/** Bells closer together than this, in milliseconds, count as one: more than three flashes a second are unsafe. */
const SHORTEST_GAP_MS = 350;

/** Lets the terminal's bell flash or sound, as the settings say. Stops with the terminal. */
export function ringBell(terminal: Terminal, host: HTMLElement, settings: SettingsStore): void {
  let last = Number.NEGATIVE_INFINITY;
  terminal.onBell(() => {
    const { bell } = settings.getSnapshot();
    if (bell === 'off' || performance.now() - last < SHORTEST_GAP_MS) return;
    last = performance.now();
    if (bell === 'visual') flash(host);
    if (bell === 'sound') beep();
  });
}

/** The style sheet decides how it looks, and keeps it still for whoever prefers less motion. */
function flash(host: HTMLElement): void {
  host.dataset.bell = 'ringing';
  setTimeout(() => delete host.dataset.bell, FLASH_MS);
}

/** Silent in a browser that allows a page no sound before the first click. */
function beep(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = BEEP_HZ;
  volume.gain.setValueAtTime(BEEP_GAIN, audio.currentTime);
  volume.gain.linearRampToValueAtTime(0, audio.currentTime + BEEP_SECONDS); // an edge would click
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + BEEP_SECONDS);
}
