import { useEffect, useState } from 'react';
import { type EditorModule, loadEditor } from '../../editor/load.js';

/** The editor's part of the page, once it is needed. `failed`: it did not arrive, and `retry` asks again. */
export function useEditorModule(needed: boolean) {
  const [module, setModule] = useState<EditorModule>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` loads again after a failure
  useEffect(() => {
    if (!needed || module !== undefined) return undefined;
    let current = true;
    setFailed(false);
    loadEditor().then(
      (loaded) => current && setModule(loaded),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [needed, module, attempt]);
  return { module, failed, retry: () => setAttempt((count) => count + 1) };
}
