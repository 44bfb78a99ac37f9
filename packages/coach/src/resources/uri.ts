import { PracticeError } from '@agent-factory/protocol';

/** The project's own folder. What is in it has an URI that begins with this; those of folders end with a slash. */
export const ROOT_URI = 'project:///';

/** A path relative to the project's folder; empty for the folder itself, and with a slash at its end for a folder. */
export function uriOf(path: string): string {
  return `${ROOT_URI}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path as it is written there: it may lead anywhere. Throws `invalid_request` for what is no URI of a project. */
export function pathOf(uri: string): string {
  const path = writtenPath(uri);
  if (path === undefined) throw notOurs(uri);
  return path;
}

/** The same; undefined for what is no URI of a project. */
export function writtenPath(uri: string): string | undefined {
  const written = /^project:\/*(.*)$/s.exec(uri)?.[1];
  try {
    return written && decodeURIComponent(written);
  } catch {
    // A model may write a name as it is, with a percent sign in it.
    return written;
  }
}

function notOurs(uri: string): PracticeError {
  const message = `Only the project can be read here. Write ${ROOT_URI} and a path in it, such as ${ROOT_URI}src/; what you can read is in the list of resources.`;
  return new PracticeError('invalid_request', message, { issues: [message], uri });
}
