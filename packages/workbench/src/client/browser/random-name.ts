/** Unique enough among the few pages of one project. `randomUUID` is there only on secure origins. */
export function randomName(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
}
