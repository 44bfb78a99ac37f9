// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TeachMePanel } from '../src/components/TeachMePanel';
import { StudyModeProvider, useStudyMode } from '../src/contexts/StudyModeContext';

const load = vi.hoisted(() => vi.fn());
vi.mock('../src/components/TeachMePanel/load-panel', () => ({ loadPanel: load }));
afterEach(cleanup);

function OpenPanel() {
  return <p>The panel</p>;
}

function Page() {
  const { openChat } = useStudyMode();
  return (
    <>
      <button onClick={() => openChat('teach')} type="button">
        Teach Me
      </button>
      <TeachMePanel />
    </>
  );
}

it('loads the panel when it is opened, not before, and again after it did not arrive', async () => {
  render(<Page />, { wrapper: StudyModeProvider });
  expect(load).not.toHaveBeenCalled();
  load.mockRejectedValueOnce(new Error('the site is gone'));
  fireEvent.click(screen.getByRole('button', { name: 'Teach Me' }));
  expect((await screen.findByRole('alert')).textContent).toContain('did not arrive');
  load.mockResolvedValueOnce({ OpenPanel });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('The panel')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
