import { type RefObject, useLayoutEffect } from 'react';

/** An image that the student did not have either is told in words. */
export function useAbsentImages(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    // These events do not bubble, and the images are not React's.
    const tell = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.replaceWith(absence(target));
    };
    element?.addEventListener('error', tell, true);
    return () => element?.removeEventListener('error', tell, true);
  }, [place]);
}

function absence(image: HTMLImageElement): HTMLElement {
  const words = document.createElement('span');
  words.className = 'image-absent';
  const path = image.getAttribute('src')?.replace(/^tutorial\//, '');
  words.textContent = `Missing image ${path}${image.alt === '' ? '' : `: ${image.alt}`}`;
  return words;
}
