/** Files whose whole name says what they are, in lower case. */
const BY_NAME: Record<string, string> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  vagrantfile: 'ruby',
  jenkinsfile: 'groovy',
  'cmakelists.txt': 'cmake',
  'go.mod': 'go',
  'go.sum': 'plaintext',
  'requirements.txt': 'plaintext',
  'uv.lock': 'toml',
  'poetry.lock': 'toml',
  'cargo.lock': 'toml',
  '.bashrc': 'shell',
  '.bash_profile': 'shell',
  '.profile': 'shell',
  '.zshrc': 'shell',
  '.env': 'shell',
  '.prettierrc': 'json',
  '.eslintrc': 'json',
  '.babelrc': 'json',
};

/** Extensions in lower case, by the language that they mean. */
const EXTENSIONS: Record<string, string> = {
  javascript: 'js mjs cjs',
  typescript: 'ts mts cts',
  jsx: 'jsx',
  tsx: 'tsx',
  python: 'py pyi pyw',
  html: 'html htm xhtml',
  css: 'css',
  scss: 'scss',
  less: 'less',
  json: 'json jsonc json5 webmanifest map ipynb',
  markdown: 'md markdown mdx',
  java: 'java',
  kotlin: 'kt kts',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx',
  csharp: 'cs',
  rust: 'rs',
  go: 'go',
  php: 'php',
  ruby: 'rb rake gemspec',
  swift: 'swift',
  scala: 'scala sbt',
  sql: 'sql',
  yaml: 'yaml yml',
  toml: 'toml',
  xml: 'xml svg xsd xsl plist',
  shell: 'sh bash zsh ksh fish',
  powershell: 'ps1 psm1',
  lua: 'lua',
  r: 'r',
  dart: 'dart',
  elixir: 'ex exs',
  groovy: 'groovy gradle',
  vue: 'vue',
  svelte: 'svelte',
  graphql: 'graphql gql',
  dockerfile: 'dockerfile',
  makefile: 'mk mak',
  cmake: 'cmake',
  ini: 'ini cfg conf properties editorconfig',
  diff: 'diff patch',
};

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, list]) => list.split(' ').map((extension) => [extension, language])),
);

/** The identifier of a file's language by its name; `plaintext` where none fits. */
export function languageOf(path: string): string {
  const name = nameOf(path);
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? 'plaintext';
  // `Dockerfile.dev`, `.env.local`
  const stem = name.slice(0, name.indexOf('.', 1));
  if (stem === 'dockerfile' || stem === '.env') return BY_NAME[stem] ?? 'plaintext';
  return BY_EXTENSION.get(extensionOf(path)) ?? 'plaintext';
}

/** Without the dot, in lower case; empty where there is none. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
