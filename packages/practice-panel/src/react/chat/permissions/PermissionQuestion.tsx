import type { PermissionAnswered, PermissionAsked, PermissionOption } from '@agent-factory/protocol/conversations';
import { useId, useState } from 'react';
import { useChat } from '../chat-context.js';
import { PermissionTitle } from './PermissionTitle.js';

interface PermissionQuestionProps {
  readonly asked: PermissionAsked;
  readonly answered?: PermissionAnswered | undefined;
}

/** Marks a question that waits, for the keys that reach and answer it. */
export const OPEN_QUESTION = 'data-open-question';

/** What the agent asks before it acts, and afterwards what the student chose. What lasts is offered more quietly. */
export function PermissionQuestion({ asked, answered }: PermissionQuestionProps) {
  return answered === undefined ? <OpenQuestion asked={asked} /> : <Answer asked={asked} answered={answered} />;
}

function OpenQuestion({ asked }: { readonly asked: PermissionAsked }) {
  const { chat } = useChat();
  const titleId = useId();
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState('');
  const choose = async ({ id }: PermissionOption) => {
    if (chosen !== undefined) return;
    setChosen(id);
    setProblem('');
    const outcome = await chat.answer(asked.id, id);
    if (outcome.ok) return;
    setChosen(undefined);
    setProblem(outcome.error.message);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className="practice-chat-permission"
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      {...{ [OPEN_QUESTION]: asked.id }}
    >
      <p id={titleId} className="practice-chat-permission-title">
        <PermissionTitle title={asked.title} />
      </p>
      {asked.reason && <p className="practice-muted">{asked.reason}</p>}
      <div className="practice-chat-options">
        {asked.options.map((option, index) => (
          <button
            key={option.id}
            type="button"
            className="practice-action"
            data-weight={option.kind.endsWith('_always') ? 'quiet' : undefined}
            aria-disabled={chosen !== undefined}
            aria-keyshortcuts={keyOf(index)}
            onClick={() => void choose(option)}
          >
            {keyOf(index) && <kbd>{keyOf(index)}</kbd>}
            {option.label}
          </button>
        ))}
      </div>
      <p className="practice-muted" role="status">
        {problem}
      </p>
    </div>
  );
}

function Answer({
  asked,
  answered,
}: Required<Pick<PermissionQuestionProps, 'asked'>> & { readonly answered: PermissionAnswered }) {
  const option = asked.options.find(({ id }) => id === answered.optionId);
  const words = option === undefined ? 'Not answered: the run ended first.' : `You chose: ${option.label}`;
  return <p className="practice-chat-answered">{words}</p>;
}

/** The first nine options have a key. */
function keyOf(index: number): string | undefined {
  return index < 9 ? `${index + 1}` : undefined;
}
