import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { ResourceEntries } from '../resources/entries.js';
import { MAX_LISTED } from '../resources/limits.js';
import type { Resource } from '../resources/read.js';
import { ROOT_URI } from '../resources/uri.js';
import { type Asked, ask, type CoachServerOptions } from './ask.js';
import { Listed } from './listed.js';

const TEMPLATE = {
  name: 'A file or folder of the project',
  uriTemplate: `${ROOT_URI}{+path}`,
  description: `The text of a file, such as ${ROOT_URI}src/main.py, or what is in a folder, such as ${ROOT_URI}src/`,
};
const HERE = 'The folder of the project: reading it tells what is in it, and so does reading the folders in it.';
const MORE = `There is more than these ${MAX_LISTED}: read a folder to see all that is in it.`;
/**
 * Among the codes that JSON-RPC leaves to servers. Claude Code takes that of wrong parameters for a file that is not
 * there, and says so to its model in place of what we say.
 */
const REFUSED = -32_010;
const MIME_TYPE = 'text/plain';

/**
 * The files of the project as resources. Handled below the SDK's own registry of resources: what that refuses by itself,
 * such as a URI of something else, would not be written down.
 */
export function serveResources({ server }: McpServer, options: CoachServerOptions): void {
  const listed = new Listed();
  server.registerCapabilities({ resources: { listChanged: true } });
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/list', () => list(options, listed));
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
    const asked = await ask(options, 'resources/read', { uri: params.uri });
    // With the answer, as not every client listens otherwise.
    if (listed.isOutdatedBy(asked)) await mcpReq.notify({ method: 'notifications/resources/list_changed' });
    return answer(params.uri, asked);
  });
}

/**
 * Never an error: some clients give up the tools of a server that cannot list its resources. A list that is refused has
 * the project's folder alone, which says why.
 */
async function list(options: CoachServerOptions, listed: Listed): Promise<ListResourcesResult> {
  const asked = await ask(options, 'resources/list', {});
  if (!asked.ok) {
    listed.refuse();
    return { resources: [root(asked.refusal)] };
  }
  const { entries, hasMore } = asked.output;
  const others = listed.list(entries).map(({ uri, path }) => ({ uri, name: path }));
  return { resources: [root(hasMore ? `${HERE} ${MORE}` : HERE), ...others] };
}

function root(description: string) {
  return { uri: ROOT_URI, name: '/', description };
}

/** Throws what the agent reads of a refusal. */
function answer(uri: string, asked: Asked<Resource>): ReadResourceResult {
  if (!asked.ok) throw failure(asked.code, asked.refusal);
  const { output } = asked;
  const text = 'text' in output ? output.text : folderText(output);
  return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
}

/** A line for each entry, as it can be read. */
function folderText({ entries, hasMore }: ResourceEntries): string {
  if (entries.length === 0) return 'Nothing in this folder is shown.';
  const lines = entries.map(({ uri }) => uri);
  return [...lines, ...(hasMore ? [`There is more than these ${MAX_LISTED}.`] : [])].join('\n');
}

function failure(code: string, message: string): ProtocolError {
  return new ProtocolError(code === 'internal' ? ProtocolErrorCode.InternalError : REFUSED, message, { code });
}
