/** Adds what has to be closed, and gives it back. */
export function keep<T extends AsyncDisposable>(things: AsyncDisposable[], thing: T): T {
  things.push(thing);
  return thing;
}

/** In the opposite order, even if some of it fails to close. */
export async function closeAll(things: AsyncDisposable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const thing of things.splice(0).reverse()) {
    await Promise.resolve(thing[Symbol.asyncDispose]()).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.join('\n'));
}
