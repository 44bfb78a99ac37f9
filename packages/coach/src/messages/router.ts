import type { ClientMessage, ClientMessageType } from '@agent-factory/protocol/coach';
import type { Handler, MessageContext } from './context.js';
import { updateBuffer } from './handlers/buffers.js';
import { greet } from './handlers/connection.js';
import { collapseFolder, expandFolder } from './handlers/explorer.js';
import { closeFile, openFile, saveFile } from './handlers/files.js';
import { think } from './handlers/mind.js';
import { changeHintLevel, endIdling, select, startIdling, switchTab } from './handlers/student.js';
import { refuseInput, resizeTerminal } from './handlers/terminal.js';

/** Who answers what a page says: each type of message has somebody. */
const HANDLERS: { readonly [Type in ClientMessageType]: Handler<Type> } = {
  'connection:hello': greet,
  'dashboard:request': think('dashboard:request'),
  'dashboard:refresh_issues': think('dashboard:refresh_issues'),
  'session:start': think('session:start'),
  'session:resume': think('session:resume'),
  'session:end': think('session:end'),
  'file:open': openFile,
  'file:save': saveFile,
  'file:close': closeFile,
  'buffer:update': updateBuffer,
  'editor:tab_switch': switchTab,
  'editor:selection': select,
  'explorer:expand_dir': expandFolder,
  'explorer:collapse_dir': collapseFolder,
  'hints:level_change': changeHintLevel,
  'user:explain': think('user:explain'),
  'user:review': think('user:review'),
  'user:idle_start': startIdling,
  'user:idle_end': endIdling,
  'observer:mute': think('observer:mute'),
  'practice:submit_solution': think('practice:submit_solution'),
  'terminal:input': refuseInput,
  'terminal:resize': resizeTerminal,
};

type AnyHandler = (payload: unknown, context: MessageContext) => Promise<void>;

const ROUTER: ReadonlyMap<string, AnyHandler> = new Map(Object.entries(HANDLERS) as [string, AnyHandler][]);

/** The types of messages that are answered. */
export const ROUTED_TYPES: readonly string[] = [...ROUTER.keys()];

/** Throws what the handler of this type throws. */
export async function route(message: ClientMessage, context: MessageContext): Promise<void> {
  await ROUTER.get(message.type)?.(message.payload, context);
}
