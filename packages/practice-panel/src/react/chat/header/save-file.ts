/** Characters that no file system takes in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among them
const UNFIT = /[\x00-\x1f<>:"/\\|?*]+/g;

/** Lets the browser save something as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(UNFIT, ' ').trim();
  link.click();
  // The browser takes its time to read what the address stands for.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
