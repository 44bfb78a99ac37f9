// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useKeptFocus } from '../../src/react/editor/use-kept-focus.js';

afterEach(cleanup);

/** An editor's part of a page with these files, of which the last one is in front, and a button beside it. */
function Page({ files }: { readonly files: readonly string[] }) {
  const kept = useKeptFocus(files.length);
  return (
    <>
      <div data-testid="pane" tabIndex={-1} {...kept}>
        {files.map((name, index) => (
          <button key={name} type="button" role="tab" aria-selected={index === files.length - 1}>
            {name}
          </button>
        ))}
      </div>
      <button type="button">Elsewhere</button>
    </>
  );
}

let show: (...files: readonly string[]) => void;

function open(...files: readonly string[]): void {
  const { rerender } = render(<Page files={files} />);
  show = (...next) => rerender(<Page files={next} />);
}

const tab = (name: string) => screen.getByRole('tab', { name });
const focused = () => document.activeElement?.textContent;

describe('the focus of a file that is closed', () => {
  it('goes to the tab of the file that comes to the front', () => {
    open('a.py', 'b.py', 'c.py');
    tab('c.py').focus();
    show('a.py', 'b.py');
    expect(focused()).toBe('b.py');
  });

  it('goes to the editor’s part of the page where no file is left', () => {
    open('a.py');
    tab('a.py').focus();
    show();
    expect(document.activeElement).toBe(screen.getByTestId('pane'));
  });

  it('is kept again by the next one', () => {
    open('a.py', 'b.py', 'c.py');
    tab('c.py').focus();
    show('a.py', 'b.py');
    show('a.py');
    expect(focused()).toBe('a.py');
  });

  it('is kept also where a file was opened meanwhile, and where the browser says that nobody has it now', () => {
    open('a.py');
    show('a.py', 'b.py', 'c.py');
    tab('c.py').focus();
    fireEvent.blur(tab('c.py'), { relatedTarget: null });
    show('a.py', 'b.py');
    expect(focused()).toBe('b.py');
  });

  it('stays where it is while what has it is still there', () => {
    open('a.py', 'b.py', 'c.py');
    tab('a.py').focus();
    show('a.py', 'b.py');
    expect(focused()).toBe('a.py');
  });

  it('is not taken from another part of the page, nor given to one that had no focus', () => {
    open('a.py', 'b.py', 'c.py');
    show('a.py', 'b.py');
    expect(document.activeElement).toBe(document.body);
    tab('b.py').focus();
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    show('a.py');
    expect(focused()).toBe('Elsewhere');
  });

  it('is not brought back once it has left by itself', () => {
    open('a.py', 'b.py');
    tab('b.py').focus();
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    elsewhere.focus();
    elsewhere.blur();
    show('a.py');
    expect(document.activeElement).toBe(document.body);
  });

  it('is not moved where a file is opened, or nothing is closed', () => {
    open('a.py', 'b.py');
    tab('b.py').focus();
    show('a.py', 'c.py');
    expect(document.activeElement).toBe(document.body);
    show('a.py', 'c.py', 'd.py');
    expect(document.activeElement).toBe(document.body);
  });
});
