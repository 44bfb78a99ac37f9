import type { CutFolder, Watching } from '../../client/state.js';
import { useSelected, useWorkbench } from '../context.js';
import { Icon } from '../parts/icons.js';

/** What is not in the tree: entries of folders that have too many, and what happens on the disk unnoticed. */
export function TreeNotes() {
  const { tree } = useWorkbench();
  const watching = useSelected((state) => state.watching);
  const { loaded } = useSelected((state) => state.tree);
  const notes = [...Array.from(tree.cutFolders(), cutWords), ...(loaded ? watchWords(watching) : [])];
  return (
    <div role="status">
      {notes.map((words) => (
        <p key={words} className="wb-tree-note">
          <Icon name="info" />
          <span>{words}</span>
        </p>
      ))}
    </div>
  );
}

function cutWords({ path, sent }: CutFolder): string {
  const entries = `the first ${sent.toLocaleString('en')} entries of ${path === '' ? 'the project’s folder' : path}`;
  return `Only ${entries} are shown. To see the others, sort them into smaller folders or name some in .gitignore, then reload the page.`;
}

const WATCH_WORDS = {
  polling: { what: 'Changes on disk show after a few seconds.', advice: '' },
  nothing: { what: 'Changes on disk are not noticed.', advice: 'Reload the page to see them.' },
};

/** The reason says what to do, too: where the folder is gone, there is nothing to reload. */
function watchWords({ by, reason }: Watching): string[] {
  if (by === 'events') return [];
  const { what, advice } = WATCH_WORDS[by];
  return [`${what} ${reason ?? advice}`.trim()];
}
