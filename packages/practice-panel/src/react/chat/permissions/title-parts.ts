/** A question around a command, if there is one in it. */
export interface TitleParts {
  readonly before: string;
  readonly command: string;
  readonly after: string;
}

/** Backticks enclose the command, which may hold some of its own: the outermost count. */
const WITH_COMMAND = /^([^`]*)`([\s\S]+)`([^`]*)$/;

export function titleParts(title: string): TitleParts {
  const [, before = title, command = '', after = ''] = WITH_COMMAND.exec(title) ?? [];
  return { before, command, after };
}

/** The question as it is spoken. */
export function plainTitle(title: string): string {
  const { before, command, after } = titleParts(title);
  return `${before}${command}${after}`;
}
