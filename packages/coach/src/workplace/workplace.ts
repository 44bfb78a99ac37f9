import type { NewAction } from '@agent-factory/protocol/coach';
import type { CoachHost, ProjectPlace } from '../host.js';
import { MindLink } from '../mind/mind-link.js';
import { scanTree } from '../tree/scan-tree.js';
import { Audience } from './audience.js';
import { Choices } from './choices.js';
import type { ProjectDisk } from './disk/project-disk.js';
import { OpenFiles } from './open-files.js';
import { newPaces, type Paces } from './paces.js';
import type { Page } from './page.js';
import { PointerBoard } from './pointers.js';
import { SessionBook, type SessionBookOptions } from './session-book.js';
import { TreeReadings } from './tree-readings.js';

/** Everything that makes up a coached project, for those who answer its pages and its agent. */
export interface Workplace {
  readonly host: CoachHost;
  readonly place: ProjectPlace;
  /** Its folder; another one once the folder was made anew. */
  disk: ProjectDisk;
  readonly audience: Audience;
  readonly pointers: PointerBoard;
  readonly open: OpenFiles;
  readonly choices: Choices;
  readonly session: SessionBook;
  readonly trees: TreeReadings;
  readonly mind: MindLink<Workplace, Page>;
  /** How often its agent may look, and point. */
  readonly paces: Paces;
}

export interface WorkplaceOptions {
  readonly host: CoachHost;
  readonly place: ProjectPlace;
  readonly disk: ProjectDisk;
  readonly clock?: SessionBookOptions['clock'];
}

export async function makeWorkplace({ host, place, disk, clock }: WorkplaceOptions): Promise<Workplace> {
  const choices = await Choices.load(host.store, place.project.id);
  const mind = new MindLink<Workplace, Page>(host);
  const onAction = (action: NewAction) => mind.tell((told) => told.onAction(workplace, action));
  const session = new SessionBook({ host, place, choices, clock, onAction });
  const rooms = { audience: new Audience(), pointers: new PointerBoard(), open: new OpenFiles(), paces: newPaces() };
  const trees = new TreeReadings(() => scanTree(workplace.disk.folder));
  const workplace: Workplace = { host, place, disk, choices, session, trees, mind, ...rooms };
  return workplace;
}
