/** A heading counts as reached when it is this far below the top of the window, in CSS pixels: the bar and some lines. */
const REACHED = 160;

/** Title of the last section whose heading the student has reached. */
export function sectionInView(steps: readonly { id: string; title: string }[]): string | undefined {
  const reached = steps.findLast(({ id }) => {
    const heading = document.getElementById(id);
    return heading !== null && heading.getBoundingClientRect().top <= REACHED;
  });
  return (reached ?? steps[0])?.title;
}
