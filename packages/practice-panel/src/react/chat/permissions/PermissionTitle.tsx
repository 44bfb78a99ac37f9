import { titleParts } from './title-parts.js';

/** What the agent asks, with the command in it set apart. */
export function PermissionTitle({ title }: { readonly title: string }) {
  const { before, command, after } = titleParts(title);
  return (
    <>
      {before}
      {command !== '' && <code>{command}</code>}
      {after}
    </>
  );
}
