/** Takes all of the page but this element out of reach of keyboard and screen reader. Returns how to give it back. */
export function coverPage(element: HTMLElement): () => void {
  const covered = besides(element).filter((other) => !other.inert);
  for (const other of covered) other.inert = true;
  return () => {
    for (const other of covered) other.inert = false;
  };
}

/** What stands beside the element and beside everything that holds it. */
function besides(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  if (parentElement === null || element === document.body) return [];
  const siblings = [...parentElement.children].filter((other) => other !== element);
  return [...siblings.filter((other) => other instanceof HTMLElement), ...besides(parentElement)];
}
