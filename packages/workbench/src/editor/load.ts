export type EditorModule = typeof import('./module.js');

let loading: Promise<EditorModule> | undefined;

/** The editor, in a part of the page of its own: loaded when it is first asked for, and again if it did not arrive. */
export function loadEditor(): Promise<EditorModule> {
  loading ??= import('./module.js').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
