import * as z from 'zod';
import { cut, oneLine } from '../texts.js';

/** Longest text of an issue that a model is given (spec FR-182), in UTF-16 units. */
const MAX_BODY_LENGTH = 2000;
/** The last few comments say how an issue stands, and their beginnings what they are about: ours. */
const MAX_COMMENTS = 3;
const MAX_COMMENT_LENGTH = 300;
const MAX_TITLE_LENGTH = 300;
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

const login = z.object({ login: z.string().default('') });

/** As `gh issue list --json number,title,body,labels,assignees,comments` prints it; a deleted account has no login. */
const printedSchema = z.array(
  z.object({
    number: z.number().int().min(1),
    title: z.string(),
    body: z.string().nullish(),
    labels: z.array(z.object({ name: z.string() })).nullish(),
    assignees: z.array(login).nullish(),
    comments: z.array(z.object({ body: z.string().nullish(), author: login.nullish() })).nullish(),
  }),
);

/** An open issue, cut to what is worth a model's while. */
export interface GitHubIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly comments: readonly { readonly author: string; readonly body: string }[];
  /** Whether the learner is one of the assignees, or named by somebody. */
  readonly userTagged: boolean;
}

/** Undefined if it is not what `gh` prints. `me`: the learner's login, where it is known. */
export function issuesIn(printed: string, me: string | undefined): GitHubIssue[] | undefined {
  const parsed = printedSchema.safeParse(parsedJson(printed));
  return parsed.success ? parsed.data.map((issue) => issueOf(issue, me)) : undefined;
}

function issueOf(printed: z.infer<typeof printedSchema>[number], me: string | undefined): GitHubIssue {
  const { number } = printed;
  const body = printed.body ?? '';
  const comments = printed.comments ?? [];
  const assignees = (printed.assignees ?? []).map((assignee) => assignee.login);
  const texts = [body, ...comments.map((comment) => comment.body ?? '')];
  return {
    number,
    title: oneLine(printed.title, MAX_TITLE_LENGTH) || `Issue ${number}`,
    body: cut(body, MAX_BODY_LENGTH),
    labels: (printed.labels ?? []).slice(0, MAX_NAMES).map(({ name }) => oneLine(name, MAX_NAME_LENGTH)),
    assignees: assignees.slice(0, MAX_NAMES).map((name) => oneLine(name, MAX_NAME_LENGTH)),
    comments: comments.slice(-MAX_COMMENTS).map((comment) => ({
      author: oneLine(comment.author?.login ?? '', MAX_NAME_LENGTH),
      body: cut(comment.body ?? '', MAX_COMMENT_LENGTH),
    })),
    userTagged: me !== undefined && (sameLogin(assignees, me) || texts.some((text) => isNamed(text, me))),
  };
}

/** Logins have no capitals of their own. */
function sameLogin(logins: readonly string[], me: string): boolean {
  return logins.some((name) => name.toLowerCase() === me.toLowerCase());
}

/** `@ada` is Ada, `@ada-lovelace` and `x@ada` are not. */
function isNamed(text: string, me: string): boolean {
  const mentions = text.matchAll(/(?<![\w/@-])@([a-z\d](?:[a-z\d-]{0,38}))/gi);
  return sameLogin(
    [...mentions].flatMap(([, name = '']) => name),
    me,
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
