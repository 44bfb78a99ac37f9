const PATHS = {
  send: 'M8 13V3.5M4 7l4-4 4 4',
  stop: 'M4.5 4.5h7v7h-7z',
  pencil: 'M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4z',
  search: 'M7 3a4 4 0 1 1 0 8a4 4 0 0 1 0-8M10 10l3.5 3.5',
  globe:
    'M8 2.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 0 1 0-11.6M2.4 8h11.2M8 2.2c2 2 2.2 9.6 0 11.6M8 2.2c-2 2-2.2 9.6 0 11.6',
  folder: 'M2 4h4l1.5 1.5H14v7H2z',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  tool: 'M9.5 3.2a3.4 3.4 0 0 0 3.6 4.3L7.6 13a1.8 1.8 0 0 1-2.5-2.5l5.4-5.4',
  history: 'M3 8a5 5 0 1 1 1.5 3.6M3 8V4.6M3 8h3.3M8 5.3V8l1.9 1.4',
  down: 'M8 3v9.5M4 9l4 4 4-4',
  idea: 'M6 11.5h4M6.5 13.5h3M8 2.3a4 4 0 0 1 2.2 7.3v1.9H5.8V9.6A4 4 0 0 1 8 2.3',
  book: 'M3 3.2h3.2A1.8 1.8 0 0 1 8 5v8a1.6 1.6 0 0 0-1.6-1.4H3zM13 3.2H9.8A1.8 1.8 0 0 0 8 5v8a1.6 1.6 0 0 1 1.6-1.4H13z',
} as const;

export type ChatIconName = keyof typeof PATHS;

/** A drawing of the chat's own, beside words that say the same. Those of all pages are in `parts/icons`. */
export function ChatIcon({ name }: { readonly name: ChatIconName }) {
  return (
    <svg className="practice-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
