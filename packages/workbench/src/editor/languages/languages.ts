import { LanguageDescription, LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';

/** Every language by its id, each in a part of the page of its own that is loaded when a file asks for it. */
const LANGUAGES: readonly LanguageDescription[] = [
  lezer('javascript', ['js', 'mjs', 'cjs'], async () => (await import('@codemirror/lang-javascript')).javascript()),
  lezer('typescript', ['ts', 'mts', 'cts'], javascriptWith({ typescript: true })),
  lezer('jsx', ['javascriptreact'], javascriptWith({ jsx: true })),
  lezer('tsx', ['typescriptreact'], javascriptWith({ jsx: true, typescript: true })),
  lezer('python', ['py', 'python3'], async () => (await import('@codemirror/lang-python')).python()),
  lezer('html', ['htm'], async () => (await import('@codemirror/lang-html')).html()),
  lezer('css', [], async () => (await import('@codemirror/lang-css')).css()),
  lezer('json', ['jsonc', 'json5'], async () => (await import('@codemirror/lang-json')).json()),
  lezer('markdown', ['md', 'mdx'], loadMarkdown),
  lezer('java', [], async () => (await import('@codemirror/lang-java')).java()),
  lezer('c', ['h'], loadCpp),
  lezer('cpp', ['c++', 'cc', 'hpp'], loadCpp),
  lezer('rust', ['rs'], async () => (await import('@codemirror/lang-rust')).rust()),
  lezer('go', ['golang'], async () => (await import('@codemirror/lang-go')).go()),
  lezer('sql', [], async () => (await import('@codemirror/lang-sql')).sql()),
  lezer('yaml', ['yml'], async () => (await import('@codemirror/lang-yaml')).yaml()),
  legacy('shell', ['sh', 'bash', 'zsh', 'shellscript'], async () => {
    return (await import('@codemirror/legacy-modes/mode/shell')).shell;
  }),
  legacy('toml', [], async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  legacy('dockerfile', ['docker'], async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  legacy('ruby', ['rb'], async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
];

/** What a file may be shown as. */
export const LANGUAGE_IDS: readonly string[] = [...LANGUAGES.map(({ name }) => name), 'plaintext'];

/** The colours of a language, by its id or another name for it; nothing for plain text and unknown ones. */
export async function loadLanguage(id: string): Promise<LanguageSupport | undefined> {
  return findLanguage(id)?.load();
}

function findLanguage(name: string): LanguageDescription | null {
  return LanguageDescription.matchLanguageName(LANGUAGES, name, false);
}

type Load = () => Promise<LanguageSupport>;

function lezer(name: string, alias: readonly string[], load: Load): LanguageDescription {
  return LanguageDescription.of({ name, alias, load });
}

function legacy<S>(name: string, alias: readonly string[], load: () => Promise<StreamParser<S>>): LanguageDescription {
  return lezer(name, alias, async () => new LanguageSupport(StreamLanguage.define(await load())));
}

function javascriptWith(config: { jsx?: boolean; typescript?: boolean }): Load {
  return async () => (await import('@codemirror/lang-javascript')).javascript(config);
}

async function loadCpp(): Promise<LanguageSupport> {
  return (await import('@codemirror/lang-cpp')).cpp();
}

/** Fenced blocks have the colours of their own language. */
async function loadMarkdown(): Promise<LanguageSupport> {
  return (await import('@codemirror/lang-markdown')).markdown({ codeLanguages: findLanguage });
}
