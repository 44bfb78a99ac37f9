// Beside the student's code: what goes to console.error.
const original = console.error;
let lines = [];

export function listen() {
  console.error = (...words) => lines.push(words.map((word) => word?.stack ?? String(word)).join(' '));
}

/** The lines since the last time. */
export function told() {
  const heard = lines;
  lines = [];
  return heard;
}

export function stop() {
  console.error = original;
}
