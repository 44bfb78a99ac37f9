import { asList, asObject, asText, isObject, type Json } from '../json.js';

/** An item as the app server would tell it: the log has other spellings for the same. */
export function itemOf(logged: Json): Json {
  const type = asText(logged.type) ?? '';
  const item = Object.fromEntries(Object.entries(logged).map(([name, value]) => [camel(name), value]));
  return { ...item, ...(MORE[type]?.(logged) ?? {}), type: type.charAt(0).toLowerCase() + type.slice(1) };
}

const MORE: Readonly<Record<string, (logged: Json) => Json>> = {
  AgentMessage: (logged) => ({ text: saidIn(logged) }),
  Reasoning: ({ summary_text, raw_content }) => ({ summary: summary_text ?? [], content: raw_content ?? [] }),
  CommandExecution: ({ command, parsed_cmd }) => ({
    command: asText(asList(command).at(-1)) ?? asText(command) ?? '',
    commandActions: asList(parsed_cmd).map((action) => ({ ...asObject(action), command: asObject(action).cmd })),
  }),
  FileChange: ({ changes }) => ({ changes: changesOf(changes) }),
};

/** The changes of a patch, by path in the log, and as a list elsewhere. */
function changesOf(changes: unknown): Json[] {
  if (!isObject(changes)) return asList(changes).map(asObject);
  return Object.entries(changes).map(([path, value]) => {
    const { type, content, unified_diff } = asObject(value);
    return { path, kind: { type }, diff: asText(content) ?? asText(unified_diff) ?? '' };
  });
}

/** The text of a message; pictures by what they are. */
export function saidIn({ content, text }: Json): string {
  const parts = asList(content).map(asObject);
  if (parts.length === 0) return asText(text) ?? '';
  return parts.map((part) => asText(part.text) ?? `[${String(part.type)}]`).join('');
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
