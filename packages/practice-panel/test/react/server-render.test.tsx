import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PracticeButton, PracticePanel, PracticeProvider } from '../../src/index.js';
import { exercise } from '../support/samples.js';

describe('a server that renders the page', () => {
  it('needs no browser for the button and the panel', () => {
    const options = { guideUrl: '/g', troubleshootingUrl: '/t', registryUrl: '/r' };
    const html = renderToString(
      <PracticeProvider options={options}>
        <PracticeButton exercise={exercise} onOpen={() => {}} />
        <PracticePanel exercise={exercise} theme="dark" />
      </PracticeProvider>,
    );
    expect(html).toContain('Practice');
    expect(html).toContain('Build your first agent');
  });
});
