import type { ServerMessage, ServerMessageType, ServerPayload } from '@agent-factory/protocol/coach';
import type { Coaching } from './coach/coaching.js';
import type { NewProblem } from './coach/problems.js';
import type { Requests } from './connection/requests.js';
import type { Documents } from './documents/documents.js';
import type { KataRoom } from './katas/kata-room.js';
import type { MindRoom } from './mind/mind-room.js';
import type { FileTree } from './tree/file-tree.js';

/** The rooms that the daemon's messages go to. */
export interface Rooms {
  readonly coaching: Coaching;
  readonly mind: MindRoom;
  readonly katas: KataRoom;
  readonly documents: Documents;
  readonly tree: FileTree;
  readonly requests: Requests;
  readonly tell: (problem: NewProblem) => void;
}

type Route<Type extends ServerMessageType> = (
  payload: ServerPayload<Type>,
  rooms: Rooms,
  id: string | undefined,
) => void;

/** Messages that are for one room alone. All others are for `coaching`, `mind` and `katas`, which take what is theirs. */
const ROUTES: { readonly [Type in ServerMessageType]?: Route<Type> } = {
  'connection:error': handleError,
  'fs:tree': ({ root }, { tree }) => tree.load(root),
  'fs:tree_update': (update, { tree, documents }) => {
    tree.update(update);
    documents.news.handleTreeUpdate(update);
  },
  'fs:content': (content, { documents, requests }, id) => {
    requests.take(id);
    documents.news.handleContent(content);
  },
  'fs:save_ack': (ack, { documents, requests }, id) => {
    requests.take(id);
    documents.news.handleSaved(ack, id);
  },
  'fs:save_error': (error, { documents, requests }, id) => {
    requests.take(id);
    documents.news.handleSaveError(error, id);
  },
  'editor:open_file': (content, { documents }) => documents.news.handleShown(content),
};

export function routeMessage(message: ServerMessage, rooms: Rooms): void {
  const route = ROUTES[message.type] as Route<ServerMessageType> | undefined;
  if (route !== undefined) {
    route(message.payload, rooms, message.id);
    return;
  }
  rooms.coaching.handle(message);
  rooms.mind.handle(message);
  rooms.katas.handle(message);
}

function handleError(error: ServerPayload<'connection:error'>, rooms: Rooms, id: string | undefined): void {
  const { code, message, context } = error;
  if (rooms.mind.handleRefusal(id, message) || rooms.katas.handleRefusal(id, message)) return;
  const request = rooms.requests.take(id);
  const path = request?.path ?? textIn(context, 'path');
  const reason = textIn(context, 'reason');
  if (request?.kind === 'open') {
    rooms.documents.news.handleOpenFailure(request.path, { code, message, ...(reason !== undefined && { reason }) });
  } else if (request?.kind === 'save') {
    rooms.documents.news.handleSaveError({ path: request.path, error: message, code, context }, id);
  } else if (code === 'buffer_out_of_step' && path !== undefined) rooms.documents.resend(path);
  else rooms.tell({ code, message, ...(path !== undefined && { path }) });
}

function textIn(facts: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = facts[name];
  return typeof value === 'string' ? value : undefined;
}
