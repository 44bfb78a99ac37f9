import { createRoot } from 'react-dom/client';
import { DashboardClient } from '../client/dashboard-client.js';
import { Page } from './Page.js';

const place = document.getElementById('page');
if (place === null) throw new Error('The page has no place for the dashboard.');
const projectId = new URLSearchParams(location.search).get('project') ?? undefined;
const client = new DashboardClient({ serverUrl: location.origin, projectId });
client.connect();
createRoot(place).render(<Page client={client} />);
