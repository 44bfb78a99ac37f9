import { describe, expect, it } from 'vitest';
import { PIECE_UNITS, pastePieces } from '../../src/client/pastes/paste-text.js';

function pasted(text: string): string {
  return Buffer.concat([...pastePieces(text)]).toString();
}

describe('text as a terminal takes it', () => {
  it('ends its lines as Enter does', () => {
    expect(pasted('a\nb\r\nc\rd\n')).toBe('a\rb\rc\rd\r');
  });

  it('[terminal 1 paste-bracketed] cannot end the brackets around it, nor command the terminal', () => {
    expect(pasted('safe\x1b[201~\x03; rm\x7f \x9b31m\0\tend é 👩‍🚀')).toBe('safe[201~; rm 31m\tend é 👩‍🚀');
  });

  it('is the same however it falls into pieces', () => {
    for (const [unit, seen] of [
      ['👋', '👋'],
      ['\r\n', '\r'],
      ['é', 'é'],
    ] as const) {
      for (const before of ['', 'x']) {
        const text = before + unit.repeat(PIECE_UNITS);
        expect(pasted(text) === before + seen.repeat(PIECE_UNITS)).toBe(true);
      }
    }
  });
});
