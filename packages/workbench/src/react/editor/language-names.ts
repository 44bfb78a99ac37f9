/** Languages whose name is more than their identifier with a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  plaintext: 'Plain text',
  javascript: 'JavaScript',
  javascriptreact: 'JavaScript (JSX)',
  typescript: 'TypeScript',
  typescriptreact: 'TypeScript (TSX)',
  json: 'JSON',
  jsonc: 'JSON with comments',
  html: 'HTML',
  css: 'CSS',
  scss: 'SCSS',
  sql: 'SQL',
  yaml: 'YAML',
  toml: 'TOML',
  xml: 'XML',
  cpp: 'C++',
  csharp: 'C#',
  php: 'PHP',
  shellscript: 'Shell',
  shell: 'Shell',
};

export function languageName(id: string): string {
  return NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
}
