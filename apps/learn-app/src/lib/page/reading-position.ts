const BLOCKS = 'article :is(h1, h2, h3, p, li, pre, table), main :is(h1, h2, h3, p)';

function firstVisibleBlock(): Element | undefined {
  const navbar = document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0;
  return [...document.querySelectorAll(BLOCKS)].find((block) => block.getBoundingClientRect().top >= navbar);
}

/**
 * Makes a change to the page's width and keeps the line being read where it was. Browsers' own
 * scroll anchoring gives up when an ancestor's margin changes, which is what opening the panel does.
 */
export function keepReadingPosition(change: () => void): void {
  const block = window.scrollY > 0 ? firstVisibleBlock() : undefined;
  const before = block?.getBoundingClientRect().top ?? 0;
  change();
  if (!block) return;
  const moved = block.getBoundingClientRect().top - before;
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
}
