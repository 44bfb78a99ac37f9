const PATHS = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M6 4l4 4-4 4',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  plus: 'M3.5 8h9M8 3.5v9',
  minus: 'M3.5 8h9',
  more: 'M3 8a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0M7.6 8a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0M12.2 8a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0',
  info: 'M8 7.5v4M8 4.5v.01M14 8a6 6 0 1 1-12 0a6 6 0 1 1 12 0',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.01',
  hint: 'M6 12.5h4M6.7 14.3h2.6M5.8 10.4a4 4 0 1 1 4.4 0v.6H5.8z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9a4.5 4.5 0 1 0 0 9M10.3 10.3l3.2 3.2',
  eye: 'M1.8 8s2.3-4 6.2-4 6.2 4 6.2 4-2.3 4-6.2 4-6.2-4-6.2-4zM6.3 8a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0',
  eyeOff: 'M1.8 8s2.3-4 6.2-4 6.2 4 6.2 4-2.3 4-6.2 4-6.2-4-6.2-4zM3 13.5l10-11',
  layout: 'M2.5 3h11v10h-11zM7.5 3v10M7.5 8.5h6',
  files: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  folder: 'M2 4h4.2l1.6 2H14v7H2z',
  link: 'M6.5 9.5l3-3M7.3 4.7l1.2-1.2a2.8 2.8 0 0 1 4 4l-1.2 1.2M8.7 11.3l-1.2 1.2a2.8 2.8 0 0 1-4-4l1.2-1.2',
  blocked: 'M14 8a6 6 0 1 1-12 0a6 6 0 1 1 12 0M4 4l8 8',
  coach: 'M2.5 3h11v7.5H8L5 13.5v-3H2.5z',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  terminal: 'M3 4l4 4-4 4M8.5 12.5H13',
  lesson: 'M8 4.5C6.5 3.3 4.5 3 2 3v9.5c2.5 0 4.5.3 6 1.5c1.5-1.2 3.5-1.5 6-1.5V3c-2.5 0-4.5.3-6 1.5zM8 4.5V14',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5v.01M6.7 6.5v.01M9.3 6.5v.01M12 6.5v.01M5 9.5h6',
  settings: 'M2.5 4.5h4M10.5 4.5h3M2.5 11.5h3M9.5 11.5h4M8.5 2.8v3.4M7.5 9.8v3.4',
  spark: 'M8 1.8L9.6 6.4 14.2 8 9.6 9.6 8 14.2 6.4 9.6 1.8 8 6.4 6.4z',
  external: 'M9 3h4v4M13 3L7.5 8.5M11.5 9.5V13H3V4.5h3.5',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
  chart: 'M3 13V9M8 13V3M13 13V6.5',
  lock: 'M4 7.5h8v6H4zM5.8 7.5V5a2.2 2.2 0 0 1 4.4 0v2.5',
  kata: 'M3 13l1-3.5L11.5 2 14 4.5 6.5 12zM9.8 3.7l2.5 2.5',
  contrast: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words that say the same; it never carries a meaning alone. */
export function Icon({ name, filled = false }: { readonly name: IconName; readonly filled?: boolean }) {
  return (
    <svg
      className="practice-icon wb-icon"
      data-filled={filled}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
