/** Where the site serves its exercises: its origin and base path, without a slash at the end. */
export function contentUrlOf(origin: string, baseUrl: string): string {
  return origin + baseUrl.replace(/\/+$/, '');
}
