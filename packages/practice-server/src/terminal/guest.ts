import type { GridSize, Presence, ViewerRole } from '@agent-factory/protocol';
import type { Attachment } from './attachment.js';
import { FlowControl } from './flow-control.js';
import type { Paste } from './paste.js';
import type { Viewer } from './viewer.js';

/** A connection that has reported its size. */
export class Guest {
  readonly viewer: Viewer;
  readonly flow: FlowControl;
  /** The room its page had when it joined. */
  readonly size: GridSize;
  role: ViewerRole = 'watcher';
  attachment: Attachment | undefined;
  /** What its page pastes at the moment. */
  paste: Paste | undefined;
  /** What its page says of the student; until it does, nobody sees it. */
  presence: Presence = { visible: false, busy: false };
  /** Its tmux client has ended by itself. */
  lost = false;

  constructor(viewer: Viewer, size: GridSize) {
    this.viewer = viewer;
    this.size = size;
    this.flow = new FlowControl({
      send: (data) => viewer.sendOutput(data, () => this.flow.handleDrained()),
      get bufferedBytes() {
        return viewer.bufferedBytes;
      },
    });
  }

  /** Detaches its tmux client, and cancels what it was pasting, which only the writer may do. */
  detach(): void {
    this.paste?.fail();
    this.flow.control(undefined);
    this.attachment?.dispose();
    this.attachment = undefined;
  }
}
