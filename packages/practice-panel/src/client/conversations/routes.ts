/** A route of one conversation, with the ids in its path. */
export function conversationRoute<R extends { readonly path: string }>(
  route: R,
  id: string,
  permissionId = '',
): R & { path: string } {
  const path = route.path
    .replace(':id', encodeURIComponent(id))
    .replace(':permissionId', encodeURIComponent(permissionId));
  return { ...route, path };
}
