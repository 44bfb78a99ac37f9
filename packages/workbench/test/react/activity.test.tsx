// @vitest-environment happy-dom
import { ACTION_TYPES, type Action } from '@agent-factory/protocol/coach';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ACTION_WORDS, wordsOf } from '../../src/react/activity/action-words.js';
import { eventually } from '../client/support/eventually.js';
import { openPanel } from './support/open-panel.js';

function action(id: number, type: Action['type'], data: Action['data']): Action {
  return { id, sessionId: 's1', at: new Date(Date.UTC(2026, 0, 1, 10, id)).toISOString(), type, data };
}

const LOOK = action(3, 'mcp_tool_call', { toolName: 'paige_get_buffer', sessionId: 'm1', path: 'cart.py' });
const SAVE = action(2, 'file_save', { path: 'cart.py', charCount: 10 });
const OLD = action(1, 'mcp_tool_call', { toolName: 'paige_get_diff', sessionId: 'm1', refused: 'not_visible' });

/** A log of three rows, two on a page. */
async function openLog() {
  const panel = await openPanel();
  const asked: string[] = [];
  let rows = [LOOK, SAVE, OLD];
  panel.daemon.answer = ({ method, url }) => {
    asked.push(`${method} ${url.pathname}${url.search}`);
    if (method === 'DELETE') {
      rows = [];
      return { body: { deleted: 3 } };
    }
    const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const types = url.searchParams.get('type')?.split(',');
    const found = rows.filter(({ id, type }) => id < before && (types?.includes(type) ?? true));
    const actions = found.slice(0, 2);
    return { body: { actions, ...(found.length > 2 && { next: actions.at(-1)?.id }) } };
  };
  fireEvent.click(screen.getByRole('button', { name: 'Agent sees saved files' }));
  fireEvent.click(screen.getByRole('button', { name: 'What the agent looked at' }));
  return { ...panel, asked, dialog: await screen.findByRole('dialog', { name: 'What the agent looked at' }) };
}

/** The names of the files that the page lets the browser save. */
function collectSaved(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.href.startsWith('blob:')) saved.push(this.download);
  });
  return saved;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const sentences = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('[data-actor]')?.textContent);

describe('what the agent may see', () => {
  it('is a choice of three, each with what it means, and told to the daemon', async () => {
    const { daemon } = await openPanel();
    const told: string[] = [];
    daemon.answer = ({ url, body }) => {
      told.push(`${url.pathname} ${body}`);
      return { body: { visibility: JSON.parse(body).visibility } };
    };
    fireEvent.click(screen.getByRole('button', { name: 'Agent sees saved files' }));
    const radios = within(screen.getByRole('group', { name: 'What the agent may see' })).getAllByRole('radio');
    expect(radios).toHaveLength(3);
    expect((radios[1] as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'Nothing' }));
    await screen.findByRole('button', { name: 'Agent sees nothing' });
    expect(told).toEqual(['/coach/visibility {"projectId":"folder--0123456789","visibility":"nothing"}']);
  });

  it('says so where the choice did not reach the daemon, and stays as it was', async () => {
    const { daemon } = await openPanel();
    daemon.answer = () => ({ status: 503, body: { error: 'shutting_down', message: 'It is shutting down.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Agent sees saved files' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Everything' }));
    expect((screen.getByRole('radio', { name: 'Everything' }) as HTMLInputElement).checked).toBe(true);
    await screen.findByText('Not changed. It is shutting down.');
    expect((screen.getByRole('radio', { name: 'Only saved files' }) as HTMLInputElement).checked).toBe(true);
  });
});

describe('the log of the agent’s looks', () => {
  it('tells what the agent did in plain sentences, and nothing else at first', async () => {
    const { dialog, asked } = await openLog();
    await eventually(() =>
      expect(sentences(dialog)).toEqual([
        'The agent looked at cart.py.',
        'The agent tried to look at what you changed in all files, and was refused.',
      ]),
    );
    expect(asked).toEqual(['GET /coach/projects/folder--0123456789/actions?limit=50&type=mcp_tool_call']);
  });

  it('shows all that was logged, page by page', async () => {
    const { dialog } = await openLog();
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Only what the agent did' }));
    await eventually(() => expect(sentences(dialog)).toEqual(['The agent looked at cart.py.', 'You saved cart.py.']));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Show older' }));
    await eventually(() => expect(sentences(dialog)).toHaveLength(3));
    expect(within(dialog).queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('is deleted only after a question', async () => {
    const { dialog, asked } = await openLog();
    await eventually(() => expect(sentences(dialog)).toHaveLength(2));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(asked.some((each) => each.startsWith('DELETE'))).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete it' }));
    await within(dialog).findByText('The agent has not looked at anything yet.');
    expect(asked).toContain('DELETE /coach/projects/folder--0123456789/actions');
  });

  it('is fetched and saved as a file, wherever the page is from', async () => {
    const { dialog, asked } = await openLog();
    const saved = collectSaved();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Export' }));
    await eventually(() => expect(saved).toEqual(['agent-log.ndjson']));
    expect(asked).toContain('GET /coach/projects/folder--0123456789/actions/export');
  });

  it('says so where it could not be exported', async () => {
    const { dialog, daemon } = await openLog();
    const saved = collectSaved();
    daemon.answer = () => ({ status: 503, body: { error: 'storage_unavailable', message: 'The disk fails.' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Export' }));
    await within(dialog).findByText('Not exported. The disk fails.');
    expect(saved).toEqual([]);
  });

  it('says so where it cannot be read, and tries again', async () => {
    const { dialog, daemon } = await openLog();
    const { answer } = daemon;
    await eventually(() => expect(sentences(dialog)).toHaveLength(2));
    daemon.answer = () => ({ status: 503, body: { error: 'storage_unavailable', message: 'The disk fails.' } });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Only what the agent did' }));
    await within(dialog).findByText('The disk fails.');
    daemon.answer = answer;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await eventually(() => expect(sentences(dialog)).toHaveLength(2));
  });
});

describe('sentences', () => {
  it('[coaching-backend FR-048] has one for each type of action, whatever its data lacks', () => {
    expect(Object.keys(ACTION_WORDS)).toEqual(ACTION_TYPES);
    for (const type of ACTION_TYPES) expect(wordsOf(action(1, type, {})).did).toMatch(/^\S.*\.$/);
  });

  it.each<[Action['type'], Action['data'], string]>([
    [
      'buffer_summary',
      { path: 'a.py', editCount: 3, charDelta: 12, charCount: 90 },
      'edited a.py: 3 edits, +12 characters.',
    ],
    [
      'selection',
      { path: 'a.py', range: { start: { line: 2, column: 1 }, end: { line: 4, column: 1 } }, textLength: 9 },
      'selected 9 characters in a.py, lines 2 to 4.',
    ],
    ['session_ended', { status: 'completed', durationMs: 60_000 }, 'ended the session after 1 minute.'],
    ['mcp_tool_call', { toolName: 'paige_of_tomorrow', sessionId: 'x' }, 'used paige_of_tomorrow.'],
    ['mcp_tool_call', { toolName: 'constructor', sessionId: 'x' }, 'used constructor.'],
    ['mcp_tool_call', { toolName: 'resources/list', sessionId: 'x' }, 'listed the files.'],
    ['mcp_tool_call', { toolName: 'resources/read', sessionId: 'x', path: 'a.py' }, 'read a.py as a resource.'],
    [
      'mcp_tool_call',
      { toolName: 'resources/read', sessionId: 'x', path: 'a.py', refused: 'not_visible' },
      'tried to read a.py as a resource, and was refused.',
    ],
    ['mcp_tool_call', { toolName: 'paige_get_session_state', sessionId: 'x' }, 'looked at where you stand.'],
    ['mcp_tool_call', { toolName: 'paige_get_session_state', sessionId: 'x', path: 'a.py' }, 'looked at a.py.'],
    [
      'mcp_tool_call',
      { toolName: 'paige_hint_files', sessionId: 'x', path: 'a.py', refused: 'file_not_found' },
      'tried to point at a.py in the tree, and was refused.',
    ],
    ['mcp_tool_call', { toolName: 'paige_hint_files', sessionId: 'x' }, 'pointed at files in the tree.'],
    [
      'mcp_tool_call',
      { toolName: 'paige_show_message', sessionId: 'x', path: 'a.py' },
      'showed you a message at a.py.',
    ],
    ['mcp_tool_call', { toolName: 'paige_show_message', sessionId: 'x' }, 'showed you a message.'],
  ])('says of %s what happened', (type, data, words) => {
    expect(wordsOf(action(1, type, data)).did).toBe(words);
  });
});
