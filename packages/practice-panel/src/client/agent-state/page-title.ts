import type { Unsubscribe } from '../store/store.js';

/** Ends a mark: no title of a page begins like one. */
const END = ' – ';
/** Every mark begins with it. */
const BULLET = '● ';

/**
 * Puts words before the page's title, such as `● Waiting for you – Your first agent`, until the returned function is
 * called. Where the site changes its title meanwhile, as it goes to another page, the words stand before the new one.
 */
export function markTitle(words: string): Unsubscribe {
  const mark = `${BULLET}${words}${END}`;
  let isMarked = true;
  const apply = () => {
    // It is the page's own title again that is restored: an earlier mark is none of it.
    if (isMarked && !document.title.startsWith(mark)) document.title = mark + withoutMark(document.title);
  };
  const observer = new MutationObserver(apply);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  apply();
  return () => {
    isMarked = false;
    observer.disconnect();
    if (document.title.startsWith(mark)) document.title = withoutMark(document.title);
  };
}

function withoutMark(title: string): string {
  return title.startsWith(BULLET) ? title.slice(title.indexOf(END) + END.length) : title;
}
