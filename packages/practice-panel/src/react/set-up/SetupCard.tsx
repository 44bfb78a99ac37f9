import { isLoopbackPage } from '../../client/browser/page.js';
import type { SetupNeed } from '../../client/journey/setup.js';
import { usePracticeClient } from '../context.js';
import { Card } from '../parts/Card.js';
import { Commands } from '../parts/CommandLine.js';
import { isDefaultContent, STOP_COMMAND, startCommand, UPDATE_COMMAND } from './start-command.js';

interface SetupCardProps {
  readonly need: SetupNeed;
  /** The student has read why the browser will ask, and agrees. */
  readonly onAllow: () => void;
  /** Goes on without a terminal, where that is possible. */
  readonly onChat?: (() => void) | undefined;
}

/** The next thing that is missing, how to get it, and nothing else. Practice goes on by itself once it is there. */
export function SetupCard({ need, onAllow, onChat }: SetupCardProps) {
  switch (need.kind) {
    case 'server_missing':
      return <ServerCard />;
    case 'permission_needed':
      return (
        <Card title="Your browser is about to ask" name={need.kind}>
          <p>
            Practice runs on your own computer. Your browser asks once whether this site may reach the practice server
            there. Choose Allow to go on.
          </p>
          <button type="button" className="practice-action" data-kind="primary" onClick={onAllow}>
            Connect
          </button>
          <LocalSite />
        </Card>
      );
    case 'permission_denied':
      return (
        <Card title="Your browser blocks the practice server" name={need.kind} waiting="the permission">
          <p>
            Open the site settings beside the address bar, and allow access to apps on this device (some browsers call
            it local network access).
          </p>
          <LocalSite />
        </Card>
      );
    case 'page_incomplete':
      return (
        <Card title="A part of this page did not arrive" name={need.kind} waiting="the lesson site">
          <p>Check that the lesson site is up. If it has just got a new version, reload this page.</p>
          <ReloadButton />
        </Card>
      );
    case 'dependency':
      return (
        <Card title={need.step.title} name={need.step.reason} waiting={need.step.dependency}>
          <p>{need.step.message}</p>
          <Commands commands={need.step.commands} />
          {onChat && (
            <button type="button" className="practice-action" onClick={onChat}>
              Go on in the chat instead
            </button>
          )}
        </Card>
      );
    case 'unhealthy':
      return (
        <Card title="The practice server is not ready" name={need.kind} waiting="the practice server">
          <p>It runs, but cannot open terminals{need.reason ? ` (${need.reason})` : ''}. This tells you more:</p>
          <Commands commands={['npx @agent-factory/practice-server doctor']} />
        </Card>
      );
    case 'version_differs':
      return <VersionCard older={need.older} />;
  }
}

function ServerCard() {
  const { contentUrl = window.location.origin } = usePracticeClient().options;
  return (
    <Card title="Start the practice server" name="server_missing" waiting="the practice server">
      <p>The practice server is not running. Run this in your own terminal, and leave that window open:</p>
      <Commands commands={[startCommand(contentUrl)]} />
      {!isDefaultContent(contentUrl) && (
        <details className="practice-details">
          <summary>It is running already</summary>
          <p>Then it may serve another site. Stop it with this command, and start it with the one above.</p>
          <Commands commands={[STOP_COMMAND]} />
        </details>
      )}
      {!isLoopbackPage() && <LocalSite />}
    </Card>
  );
}

function VersionCard({ older }: { readonly older: 'server' | 'page' }) {
  if (older === 'page') {
    return (
      <Card title="Reload this page" name="version_differs">
        <p>Your practice server is newer than this page. Reload it to get the current one.</p>
        <ReloadButton />
      </Card>
    );
  }
  return (
    <Card title="Update the practice server" name="version_differs" waiting="the new version">
      <p>The one that is running is too old for this page. Stop it, then start the newest:</p>
      <Commands commands={[STOP_COMMAND, UPDATE_COMMAND]} />
    </Card>
  );
}

function ReloadButton() {
  return (
    <button type="button" className="practice-action" data-kind="primary" onClick={() => window.location.reload()}>
      Reload
    </button>
  );
}

/** The way out if a browser blocks local addresses: the same site from the student's own machine. */
function LocalSite() {
  const { localSiteUrl } = usePracticeClient().options;
  if (localSiteUrl === undefined) return null;
  return (
    <p className="practice-muted">
      Your browser does not offer it? <a href={localSiteUrl}>Open this site from your own computer</a>, where no
      permission is needed.
    </p>
  );
}
