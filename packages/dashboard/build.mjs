// Makes what TypeScript does not: the style sheet and the daemon's own page.
await import('./build-styles.mjs');
await import('./build-page.mjs');
