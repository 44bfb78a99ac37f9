import { createHmac } from 'node:crypto';

/** A value as a line of JSON which only somebody can have written who knows the key. */
export function sealLine(key: string, value: unknown): string {
  const json = JSON.stringify(value);
  return `${sealOf(key, json)} ${json}`;
}

/** The JSON of a line that was sealed with this key; undefined for every other line. */
export function openLine(key: string, line: string): string | undefined {
  const json = line.slice(line.indexOf(' ') + 1);
  return line === `${sealOf(key, json)} ${json}` ? json : undefined;
}

function sealOf(key: string, json: string): string {
  return createHmac('sha256', key).update(json).digest('hex');
}
