const PATHS = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  skip: 'M4 8h8',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  chevron: 'M4 6l4 4 4-4',
  info: 'M8 7.5v4M8 4.5v.01',
  terminal: 'M3 4l4 4-4 4M8.5 12.5H13',
  reset: 'M4 8a4.5 4.5 0 1 1 1.3 3.2M4 8V4.5M4 8h3.5',
  settings: 'M2.5 4.5h4M10.5 4.5h3M2.5 11.5h3M9.5 11.5h4M8.5 2.8v3.4M7.5 9.8v3.4',
  more: 'M3 8a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0M7.6 8a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0M12.2 8a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0',
  paste: 'M6 3H4v10.5h8V3h-2M6 2h4v2.5H6z',
  minus: 'M3.5 8h9',
  plus: 'M3.5 8h9M8 3.5v9',
  eye: 'M1.8 8s2.3-4 6.2-4 6.2 4 6.2 4-2.3 4-6.2 4-6.2-4-6.2-4zM6.3 8a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0',
  star: 'M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4L2.2 6.5l4-.6z',
  hint: 'M6 12.5h4M6.7 14.3h2.6M5.8 10.4a4 4 0 1 1 4.4 0v.6H5.8z',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words that say the same; it never carries a meaning alone. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="practice-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
