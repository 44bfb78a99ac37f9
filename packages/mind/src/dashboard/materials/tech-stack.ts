import { readdir } from 'node:fs/promises';

/** What a project is made with, by files that its tools leave in its folder. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^tsconfig.*\.json$/, 'TypeScript'],
  [/^package\.json$/, 'Node.js'],
  [/^deno\.jsonc?$/, 'Deno'],
  [/^(?:pyproject\.toml|requirements.*\.txt|setup\.py|Pipfile)$/, 'Python'],
  [/^Cargo\.toml$/, 'Rust'],
  [/^go\.mod$/, 'Go'],
  [/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, 'Java or Kotlin'],
  [/\.(?:csproj|sln)$/, '.NET'],
  [/^Gemfile$/, 'Ruby'],
  [/^composer\.json$/, 'PHP'],
  [/^mix\.exs$/, 'Elixir'],
  [/^Package\.swift$/, 'Swift'],
  [/^CMakeLists\.txt$/, 'C or C++'],
  [/^foundry\.toml$/, 'Solidity with Foundry'],
  [/^hardhat\.config\./, 'Solidity with Hardhat'],
  [/^Dockerfile$/, 'Docker'],
];

/** In words, such as `TypeScript, Node.js`; empty where its folder says nothing, or cannot be read. */
export async function techStackOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return SIGNS.flatMap(([sign, name]) => (names.some((file) => sign.test(file)) ? [name] : [])).join(', ');
}
