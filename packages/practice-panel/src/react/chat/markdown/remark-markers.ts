import { findMarkers } from '@agent-factory/protocol/stages';

/** The part of a Markdown tree (mdast) that is looked at. */
interface Node {
  readonly type: string;
  value?: string;
  children?: Node[];
  data?: { readonly hName: string; readonly hProperties: Readonly<Record<string, string>> };
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

/** As which property of its element a marker reaches what draws it. */
export const MARKER_PROPERTY = 'dataMarker';

/** Makes each marker in an agent's words an element of its own. Code has no texts below it and stays as it is. */
export function remarkMarkers() {
  return (tree: Node, file: { toString(): string }): void => replaceIn(tree, file.toString());
}

function replaceIn(node: Node, source: string): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return split(child.value ?? '');
    if (isMisread(child, source)) return misread(child, source);
    replaceIn(child, source);
    return [child];
  });
}

/** Markdown takes brackets before a colon for the address of a link, and where it knows one, for the link. */
function isMisread(node: Node, source: string): boolean {
  return (
    (node.type === 'definition' || node.type === 'linkReference') && findMarkers(sourceOf(node, source))[0]?.index === 0
  );
}

function misread(node: Node, source: string): Node[] {
  const parts = split(sourceOf(node, source));
  return node.type === 'definition' ? [{ type: 'paragraph', children: parts }] : parts;
}

function sourceOf({ position }: Node, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

function split(text: string): Node[] {
  const parts: Node[] = [];
  let end = 0;
  for (const { text: marker, index } of findMarkers(text)) {
    if (index > end) parts.push({ type: 'text', value: text.slice(end, index) });
    parts.push({ type: 'marker', data: { hName: 'span', hProperties: { [MARKER_PROPERTY]: marker } }, children: [] });
    end = index + marker.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ type: 'text', value: text.slice(end) });
  return parts;
}
