import { keyName } from '../browser/platform.js';
import { useSelected } from '../context.js';
import { Icon } from '../parts/icons.js';

/** Asks for what is marked in the editor; not there for who has turned explanations off. */
export function ExplainButton({ onExplain }: { readonly onExplain: () => void }) {
  const isOff = useSelected((state) => state.mind.parts?.explain.enabled === false);
  if (isOff) return null;
  return (
    <button type="button" className="wb-explain" title={`Explain this (${keyName('Mod-e')})`} onClick={onExplain}>
      <Icon name="hint" />
      Explain this
    </button>
  );
}
