// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { passFocus } from '../../src/react/parts/pass-focus.js';

afterEach(() => {
  document.body.innerHTML = '';
});

const at = (id: string) => document.getElementById(id) as HTMLElement;

/** Draws a page of these, puts the focus on a button of it, and lets that pass it on. Returns where it is then. */
function passedFrom(button: string, ...parts: string[]): string | undefined {
  document.body.innerHTML = `<div class="wb">${parts.join('')}</div>`;
  at(button).focus();
  passFocus(at(button));
  return document.activeElement?.id;
}

const HEADER = '<div class="wb-header"><button id="menu"></button></div>';
const TREE = '<div role="tree" id="tree" tabindex="0"></div>';
const CODE = '<div class="cm-content" id="code" tabindex="0"></div>';
const BAR = '<div><button id="bar"></button></div>';
const icons = (...ids: string[]) =>
  ids.map((id) => `<button class="practice-icon-button" id="${id}"></button>`).join('');

describe('the focus of a button that goes', () => {
  it('is on the next one of its list, or else on the one before', () => {
    const list = `<ul>${icons('first', 'second', 'third')}</ul>`;
    expect(['first', 'second', 'third'].map((id) => passedFrom(id, HEADER, list))).toEqual([
      'second',
      'third',
      'second',
    ]);
  });

  it('is on what the list scrolls in where nothing else is left of it', () => {
    const list = `<div class="wb-coach-scroll" id="scroll" tabindex="0"><div role="log">${icons('only')}</div></div>`;
    expect(passedFrom('only', HEADER, CODE, list)).toBe('scroll');
  });

  it('is in the editor where there is no list, or else in the tree, or else in the header', () => {
    expect(passedFrom('bar', HEADER, TREE, CODE, BAR)).toBe('code');
    expect(passedFrom('bar', HEADER, TREE, BAR)).toBe('tree');
    expect(passedFrom('bar', HEADER, BAR)).toBe('menu');
  });

  it('is not in an editor that is behind something else', () => {
    expect(passedFrom('bar', HEADER, TREE, `<div hidden>${CODE}</div>`, BAR)).toBe('tree');
  });

  it('stays where it is if that is somewhere else', () => {
    document.body.innerHTML = `<div class="wb">${HEADER}${TREE}${CODE}${BAR}</div>`;
    at('tree').focus();
    passFocus(at('bar'));
    expect(document.activeElement?.id).toBe('tree');
  });
});
