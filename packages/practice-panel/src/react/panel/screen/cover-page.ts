/** Hides all of the page but this element from keyboard and screen reader. Returns a function that undoes it. */
export function coverPage(element: HTMLElement): () => void {
  const covered = besides(element).filter((other) => !other.inert);
  for (const other of covered) other.inert = true;
  return () => {
    for (const other of covered) other.inert = false;
  };
}

/** The siblings of the element and of all its ancestors. */
function besides(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  if (parentElement === null || element === document.body) return [];
  const siblings = [...parentElement.children].filter((other) => other !== element);
  return [...siblings.filter((other) => other instanceof HTMLElement), ...besides(parentElement)];
}
