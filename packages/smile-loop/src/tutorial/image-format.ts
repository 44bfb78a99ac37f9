import { extname } from 'node:path';

/** What the first bytes of each format are, by the endings of its files. */
const FORMATS: readonly { endings: readonly string[]; mediaType: string; is: (bytes: Buffer) => boolean }[] = [
  { endings: ['.png'], mediaType: 'image/png', is: startsWith('\x89PNG\r\n\x1a\n') },
  { endings: ['.jpg', '.jpeg'], mediaType: 'image/jpeg', is: startsWith('\xff\xd8\xff') },
  { endings: ['.gif'], mediaType: 'image/gif', is: startsWith('GIF87a', 'GIF89a') },
  { endings: ['.svg'], mediaType: 'image/svg+xml', is: (bytes) => /<svg[\s>]/.test(bytes.toString('utf8')) },
];

function startsWith(...marks: readonly string[]): (bytes: Buffer) => boolean {
  return (bytes) => marks.some((mark) => bytes.subarray(0, mark.length).toString('latin1') === mark);
}

/** The media type that both ending and content of a file say; undefined where they differ or are none of ours. */
export function imageType(path: string, bytes: Buffer): string | undefined {
  const ending = extname(path).toLowerCase();
  const format = FORMATS.find(({ endings }) => endings.includes(ending));
  return format?.is(bytes) === true ? format.mediaType : undefined;
}
