/** Characters that no file system takes in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among them
const UNFIT = /[\x00-\x1f<>:"/\\|?*]+/g;

/** Within this, in milliseconds, the browser has begun to read: a minute is enough for the slowest disk. */
const READ_WITHIN_MS = 60_000;

/** Lets the browser save something as a file. The only place that does. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(UNFIT, ' ').trim();
  link.click();
  // The browser takes its time to read what the address stands for.
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
