/** Folders that tools fill by themselves, and that are too large to look at. */
const FOLDERS = new Set([
  'node_modules',
  '.git',
  '.venv',
  'venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.idea',
  '.vscode',
]);

/** What editors and systems write beside an edited file: swap files, backups, locks. */
const LITTER = /^(?:4913|\.DS_Store|\.#.*|#.*#|.*~|\..*\.sw[a-z]|.*\.pyc|\.af-seed-.*\.tmp)$/;

/** Whether the name of a file or folder shows that saving it is not part of the student's work. */
export function isIgnored(name: string): boolean {
  return FOLDERS.has(name) || LITTER.test(name);
}
