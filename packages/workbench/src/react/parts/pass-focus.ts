import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLatest } from './use-latest.js';

/** Where the focus goes if nothing is left beside the button: the list's own place, or else into the page. */
const OTHERWISE = ['.cm-content', '[role=tree]', '.wb-header button'];

/** Puts the focus, which is on a button that is about to go, on the one beside it. */
export function passFocus(button: HTMLElement): void {
  if (button.ownerDocument.activeElement !== button) return;
  const list = button.closest('ul, [role=log]');
  const all = [...(list?.querySelectorAll<HTMLElement>('.practice-icon-button') ?? [])];
  const at = all.indexOf(button);
  const beside = all[at + 1] ?? all[at - 1] ?? button.closest<HTMLElement>('.wb-coach-scroll');
  (beside ?? firstInSight(button.closest('.wb')))?.focus();
}

/** For an element that goes by itself: if the focus is in it then, it stays in the page; by default as `passFocus` has it. */
export function usePassedFocus<T extends HTMLElement>(
  pass: (focused: HTMLElement) => void = passFocus,
): RefObject<T | null> {
  const place = useRef<T>(null);
  const latest = useLatest(pass);
  useLayoutEffect(() => {
    const { current } = place;
    return () => {
      const focused = current?.querySelector<HTMLElement>(':focus');
      if (focused != null) latest.current(focused);
    };
  }, [latest]);
  return place;
}

function firstInSight(root: Element | null): HTMLElement | undefined {
  const found = OTHERWISE.map((selector) => root?.querySelector<HTMLElement>(selector));
  return found.find((each) => each?.closest('[hidden]') === null) ?? undefined;
}

/** A student who types in the terminal goes on typing there, whatever opens elsewhere. */
export function mayFocus(): boolean {
  return document.activeElement?.closest('[data-practice-terminal]') == null;
}
