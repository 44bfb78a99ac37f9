// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { blocksOf } from '../../src/react/chat/markdown/blocks.js';
import { Markdown } from '../../src/react/chat/markdown/Markdown.js';
import { plainWords } from '../../src/react/chat/markdown/plain-words.js';
import { safeLink } from '../../src/react/chat/markdown/safe-link.js';

afterEach(cleanup);

const TEXT = `# Loops

An agent is a **loop**.

- one

- two

  \`\`\`py
  x = 1

  y = 2
  \`\`\`

1. first

~~~
a

\`\`\`
b
~~~

Done.
`;

describe('an agent’s Markdown', () => {
  test('is cut where each part can be drawn by itself, and nothing is lost', () => {
    const blocks = blocksOf(TEXT);
    expect(blocks.join('')).toBe(TEXT);
    expect(blocks.map((block) => block.split('\n')[0])).toEqual([
      '# Loops',
      'An agent is a **loop**.',
      '- one',
      '~~~',
      'Done.',
    ]);
  });

  test('keeps what it has cut already as more arrives, up to a mark of which only half is there', () => {
    for (let length = 1; length <= TEXT.length; length += 1) {
      const blocks = blocksOf(TEXT.slice(0, length));
      const later = blocksOf(TEXT);
      const kept = blocks.slice(0, -2);
      expect(kept, `after ${length} characters`).toEqual(later.slice(0, kept.length));
    }
  });

  test('stays whole where its parts refer to each other', () => {
    const text = 'See [the docs].\n\nMore.\n\n[the docs]: https://example.com\n';
    expect(blocksOf(text)).toEqual([text]);
    render(<Markdown text={text} />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.com');
  });

  test('draws code that has not ended yet as code', () => {
    const { container } = render(<Markdown text={'Look:\n\n```python\ndef run():\n\n    # not **bold**'} />);
    expect(container.querySelector('pre')?.textContent).toBe('def run():\n\n    # not **bold**');
    expect(screen.getByRole('button', { name: 'Copy: the python code' })).toBeTruthy();
    expect(container.querySelector('strong')).toBeNull();
  });

  test('draws tables, lists with boxes and headings below that of the message', () => {
    const { container } = render(
      <Markdown text={'# A\n\n### B\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] known\n- [ ] new\n'} />,
    );
    expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H4', 'H5']);
    expect(screen.getAllByRole('cell')).toHaveLength(2);
    expect([...container.querySelectorAll('input')].map((box) => box.getAttribute('aria-label'))).toEqual([
      'Done',
      'To do',
    ]);
  });

  test('brings no HTML, no script and no image into the page', () => {
    const text = [
      'Hi <b onclick="alert(1)">there</b>',
      '<script>alert(1)</script>',
      '<iframe src="https://evil.example"></iframe>',
      '![pixel](https://evil.example/pixel.png?secret)',
      '<img src=x onerror=alert(1)>',
    ].join('\n\n');
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector('b, script, iframe, img, [onclick], [onerror]')).toBeNull();
    // Nothing an agent says is lost: who explains HTML may write it.
    expect(container.textContent).toContain('<b onclick="alert(1)">there</b>');
    expect(screen.getByRole('link', { name: /^Image: pixel/ }).getAttribute('href')).toContain('pixel.png');
  });

  test('links to the web, a mailbox and this site only, in a new tab that knows nothing of this one', () => {
    render(<Markdown text={'[web](https://example.com) [bad](javascript:alert(1)) [file](src/agent.py)'} />);
    const links = screen.getAllByRole('link');
    expect(
      links.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]),
    ).toEqual([['https://example.com', '_blank', 'noopener noreferrer']]);
    expect(screen.getByText('bad').tagName).toBe('SPAN');
  });

  test.each([
    ['https://example.com/a', true],
    ['http://localhost:8000', true],
    ['mailto:maya@example.com', true],
    ['/docs/intro', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['/\t/evil.example', false],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    [' javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['vscode://file/etc/passwd', false],
    ['file:///etc/passwd', false],
    ['src/agent.py', false],
    ['', false],
  ])('a link to %s: %s', (href, isSafe) => {
    expect(safeLink(href) !== undefined).toBe(isSafe);
  });

  test('is read aloud without its marks', () => {
    expect(plainWords('## Loops\n\nAn **agent** calls `run()`, see [docs](https://x.y).\n\n```py\nx = 1\n```')).toBe(
      'Loops\n\nAn agent calls run(), see docs.\n\nx = 1',
    );
  });
});
