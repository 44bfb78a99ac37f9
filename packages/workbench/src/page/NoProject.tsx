import { CopyButton } from '../react/parts/CopyButton.js';
import { OPEN_COMMAND } from '../react/parts/open-command.js';
import { useTheme } from './theme.js';

/** Shown at an address that names no project. */
export function NoProject() {
  const theme = useTheme();
  return (
    <main className="practice-root wb wb-part" data-theme={theme}>
      <div className="wb-stage">
        <section className="practice-card" aria-labelledby="wb-no-project">
          <h1 id="wb-no-project" className="practice-card-title">
            Open a project
          </h1>
          <div className="practice-card-body">
            <p>Run this in the folder that you want to work on. It opens the page for it:</p>
            <div className="practice-command">
              <code>{OPEN_COMMAND}</code>
              <CopyButton text={OPEN_COMMAND} />
            </div>
          </div>
        </section>
      </div>
    </main>
  );
}
