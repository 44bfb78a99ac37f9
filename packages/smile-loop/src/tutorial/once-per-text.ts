/** What is made of a text, made anew only for another text than the last: a tutorial is looked through all the time. */
export function oncePerText<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}
