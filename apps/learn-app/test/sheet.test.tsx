// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEEPS_ESCAPE, Sheet } from '../src/components/TeachMePanel/Sheet';

afterEach(cleanup);

const width = { value: 500, min: 340, max: 800, usual: 500, set: () => {} };

function openSheet() {
  const onClose = vi.fn();
  const tabs = <button type="button">Tab</button>;
  render(
    <>
      <button type="button">Lesson</button>
      <Sheet focusKey="1" initialFocusId="none" onClose={onClose} tabs={tabs} width={width}>
        <textarea aria-label="Question" onKeyDown={(event) => event.ctrlKey && event.preventDefault()} />
        <div {...KEEPS_ESCAPE}>
          <button type="button">Check My Work</button>
        </div>
      </Sheet>
    </>,
  );
  return onClose;
}

describe('Escape', () => {
  it.each(['Tab', 'Close the study panel'])('on %s in the header closes the sheet', (name) => {
    const onClose = openSheet();
    fireEvent.keyDown(screen.getByRole('button', { name }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('in what asks nothing of it closes the sheet, unless it has done its work there', () => {
    const onClose = openSheet();
    fireEvent.keyDown(screen.getByLabelText('Question'), { key: 'Escape', ctrlKey: true });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Question'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each(['Check My Work', 'Lesson'])('on %s leaves the sheet open', (name) => {
    const onClose = openSheet();
    fireEvent.keyDown(screen.getByRole('button', { name }), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
  });
});
