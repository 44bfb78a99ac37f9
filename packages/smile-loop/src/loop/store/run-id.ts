import { randomBytes } from 'node:crypto';

const FORM = /^\d{8}T\d{9}-[0-9a-f]{8}$/;

/** A new id: by their names, runs are in the order in which they began. */
export function newRunId(nowMs: number): string {
  const [date = '', time = ''] = new Date(nowMs).toISOString().split('T');
  return `${date.replaceAll('-', '')}T${time.replaceAll(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
}

/** Whether this is an id of a run, and so the name of a folder and nothing else. */
export function isRunId(text: string): boolean {
  return FORM.test(text);
}
