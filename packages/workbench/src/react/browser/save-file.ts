/** Within this, in milliseconds, the browser has begun to read: a minute is enough for the slowest disk. */
const READ_WITHIN_MS = 60_000;

/** Lets the browser save something as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes its time to read what the address stands for.
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
