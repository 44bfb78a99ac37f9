import { COACH_SOCKET_PATH } from '@agent-factory/protocol/coach';
import { createRoot } from 'react-dom/client';
import { Workbench } from '../client/workbench.js';
import { kataIn } from './address.js';
import { AgentSession } from './agent-session.js';
import { NoProject } from './NoProject.js';
import { Page } from './Page.js';

const place = document.getElementById('page');
if (place === null) throw new Error('The page has no place for the Workbench.');
const root = createRoot(place);
const projectId = new URLSearchParams(location.search).get('project');
if (projectId === null) root.render(<NoProject />);
else {
  const socket = `${location.origin.replace(/^http/, 'ws')}${COACH_SOCKET_PATH}?project=${encodeURIComponent(projectId)}`;
  const workbench = new Workbench({ url: socket, serverUrl: location.origin, projectId });
  const session = new AgentSession(workbench.rest);
  session.start();
  const kataId = kataIn(location.href);
  if (kataId !== undefined) workbench.openKata(kataId);
  root.render(<Page workbench={workbench} session={session} />);
}
