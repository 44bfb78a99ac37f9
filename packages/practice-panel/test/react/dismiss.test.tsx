// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDismiss } from '../../src/react/parts/use-dismiss.js';

afterEach(cleanup);

function Menu() {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(true);
  useDismiss(root, open, () => setOpen(false));
  return (
    <div ref={root}>
      <button type="button">Menu</button>
      {open && <button type="button">Entry</button>}
    </div>
  );
}

describe('Escape in a pop-up', () => {
  it("closes it, goes back to its button and is nobody else's", () => {
    const around = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a panel that also closes on Escape
      <div onKeyDown={around}>
        <Menu />
        <button type="button">Elsewhere</button>
      </div>,
    );
    expect(fireEvent.keyDown(screen.getByText('Entry'), { key: 'Escape' })).toBe(false);
    expect(screen.queryByText('Entry')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Menu');
    expect(around).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByText('Menu'), { key: 'Escape' });
    expect(around).toHaveBeenCalledOnce();
  });
});
