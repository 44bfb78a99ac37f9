/** What is written on each container of ours: how a later run knows whose it was. Engines keep labels as they are. */
export const LABELS = {
  /** The run's id; only containers of this program have it. */
  run: 'agent-factory.smile.run',
  role: 'agent-factory.smile.role',
  /** The program that started it: process id, when that process started, and its machine's name. */
  ownerPid: 'agent-factory.smile.owner.pid',
  ownerStart: 'agent-factory.smile.owner.start',
  ownerHost: 'agent-factory.smile.owner.host',
  /** `yes`: never swept. */
  keep: 'agent-factory.smile.keep',
} as const;

/** Labels cannot be changed later: one that turns out to be worth keeping gets a name that begins so. */
export const KEPT_NAME_PREFIX = 'smile-kept-';
/** Others are named so, with the run and a random part. */
export const NAME_PREFIX = 'smile-';
