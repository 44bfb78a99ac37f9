export type JsonObject = Readonly<Record<string, unknown>>;

/** What is no object reads as one without members: answers of a server are not to be trusted in their shape. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A count of tokens; what is no count is none. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

/** Whether there is such an object anywhere in a value, but for what is below members of these names. */
export function hasObject(value: unknown, is: (object: JsonObject) => boolean, except: readonly string[]): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (is(objectOf(one))) return true;
    for (const inner of within(one, except)) open.push(inner);
  }
  return false;
}

/** Whether lists and objects are within each other more often than this. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    level = level.flatMap((one) => within(one, []));
  }
  return false;
}

/** The lists and objects right within a list or an object. */
function within(value: unknown, except: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.filter(isNested);
  const members = Object.entries(objectOf(value)).filter(
    ([name, member]) => isNested(member) && !except.includes(name),
  );
  return members.map(([, member]) => member);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The same without some members; the very same object where it has none of them. */
export function without(object: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(object, name))) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
