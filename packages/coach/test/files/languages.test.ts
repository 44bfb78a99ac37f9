import { expect, test } from 'vitest';
import { languageOf } from '../../src/files/text/languages.js';

test('the language is told by the extension, or by the whole name', () => {
  const named = Object.fromEntries(
    [
      'a.js a.mjs a.ts a.d.ts a.jsx a.tsx a.py a.html a.css a.json a.md a.java a.c a.h a.cpp a.rs a.go a.sql a.yml',
      'a.sh a.toml a.rb Dockerfile Dockerfile.dev Makefile .env .env.local Gemfile A.PY dir.py/notes .py a constructor',
    ]
      .flatMap((line) => line.split(' '))
      .map((name) => [name, languageOf(`src/${name}`)]),
  );
  expect(named).toEqual({
    'a.js': 'javascript',
    'a.mjs': 'javascript',
    'a.ts': 'typescript',
    'a.d.ts': 'typescript',
    'a.jsx': 'jsx',
    'a.tsx': 'tsx',
    'a.py': 'python',
    'a.html': 'html',
    'a.css': 'css',
    'a.json': 'json',
    'a.md': 'markdown',
    'a.java': 'java',
    'a.c': 'c',
    'a.h': 'c',
    'a.cpp': 'cpp',
    'a.rs': 'rust',
    'a.go': 'go',
    'a.sql': 'sql',
    'a.yml': 'yaml',
    'a.sh': 'shell',
    'a.toml': 'toml',
    'a.rb': 'ruby',
    Dockerfile: 'dockerfile',
    'Dockerfile.dev': 'dockerfile',
    Makefile: 'makefile',
    '.env': 'shell',
    '.env.local': 'shell',
    Gemfile: 'ruby',
    'A.PY': 'python',
    'dir.py/notes': 'plaintext',
    '.py': 'plaintext',
    a: 'plaintext',
    constructor: 'plaintext',
  });
});
