import type { MindChange, MindStatus } from '@agent-factory/protocol/mind';
import { MIND_PARTS, MIND_ROUTES_TO_MODELS, MODEL_TIERS } from '@agent-factory/protocol/mind';
import { useId, useState } from 'react';
import { useDashboard, useSnapshot } from '../context.js';
import { Trouble } from '../parts/Quiet.js';
import { useFormats } from '../words/formats.js';
import { PART_NAMES } from '../words/words.js';
import { Sheet } from './Sheet.js';

const ROUTE_NAMES: Readonly<Record<MindStatus['route'], string>> = {
  auto: 'Whichever there is',
  api: 'With an API key',
  cli: 'Through your signed-in CLI',
  off: 'Never',
};

/** Most dollars that the contract takes. */
const MAX_DOLLARS = 10_000;

type Change = (change: MindChange) => void;

/** What the coach may do, how it reaches models, and what that may cost. Each choice holds at once. */
export function SettingsSheet({ onClose }: { readonly onClose: () => void }) {
  const { client } = useDashboard();
  const { settings } = useSnapshot();
  const [problem, setProblem] = useState<string>();
  const change: Change = (wish) => void client.changeSettings(wish).then(setProblem);
  return (
    <Sheet title="Settings" about="Every part works by itself. Turn off what you do not want." onClose={onClose}>
      {settings.status === 'failed' && (
        <Trouble message={settings.message} onRetry={() => void client.loadSettings()} />
      )}
      {problem !== undefined && <Trouble message={problem} />}
      {settings.value === undefined
        ? settings.status === 'loading' && <p role="status">Loading…</p>
        : [
            <Parts key="parts" status={settings.value} change={change} />,
            <RouteChoice key="route" status={settings.value} change={change} />,
            <Budgets key="budget" status={settings.value} change={change} />,
            <About key="about" status={settings.value} />,
          ]}
    </Sheet>
  );
}

interface ChoiceProps {
  readonly status: MindStatus;
  readonly change: Change;
}

function Parts({ status, change }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset className="dash-parts">
      <legend>What your coach does</legend>
      {MIND_PARTS.map((part) => {
        const { enabled, works, explanation } = status.parts[part];
        return (
          <div key={part} className="dash-switch-row">
            <label htmlFor={`${id}-${part}`}>
              {PART_NAMES[part]}
              {enabled && !works && <span className="dash-pill">Waits</span>}
            </label>
            <input
              id={`${id}-${part}`}
              type="checkbox"
              className="dash-switch"
              aria-describedby={`${id}-${part}-words`}
              checked={enabled}
              onChange={({ target }) => change({ parts: { [part]: target.checked } })}
            />
            <p id={`${id}-${part}-words`} className="dash-faint">
              {explanation}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}

function RouteChoice({ status, change }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="dash-routes">
      <legend>How models are reached</legend>
      {MIND_ROUTES_TO_MODELS.map((route) => (
        <label key={route}>
          <input type="radio" name={name} checked={route === status.route} onChange={() => change({ route })} />
          {ROUTE_NAMES[route]}
        </label>
      ))}
      <p className="dash-faint" role="status">
        {status.reached === null
          ? status.advice
          : `Reached ${status.reached === 'api' ? 'with a key' : 'through your CLI'}.`}
      </p>
    </fieldset>
  );
}

function Budgets({ status, change }: ChoiceProps) {
  const { money } = useFormats();
  const { dayUsd, sessionUsd, spentTodayUsd, observerLastHourUsd } = status.budget;
  return (
    <fieldset className="dash-budgets">
      <legend>What it may cost, in US dollars</legend>
      <DollarField label="In a day" value={dayUsd} onChange={(value) => change({ budget: { dayUsd: value } })} />
      <DollarField
        label="In a session"
        value={sessionUsd}
        onChange={(value) => change({ budget: { sessionUsd: value } })}
      />
      <p className="dash-faint">
        {money(spentTodayUsd)} today, {money(observerLastHourUsd)} for the observer in the last hour. With 0, no model
        is called.
      </p>
    </fieldset>
  );
}

interface DollarFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** An amount, which holds when the field is left, or by Enter. */
function DollarField({ label, value, onChange }: DollarFieldProps) {
  const [text, setText] = useState<string>();
  const commit = () => {
    const amount = Number.parseFloat(text ?? '');
    setText(undefined);
    if (Number.isFinite(amount) && amount >= 0 && amount <= MAX_DOLLARS && amount !== value) onChange(amount);
  };
  return (
    <label>
      {label}
      <input
        type="number"
        className="practice-input"
        min={0}
        max={MAX_DOLLARS}
        step="any"
        inputMode="decimal"
        value={text ?? value}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </label>
  );
}

function About({ status }: { readonly status: MindStatus }) {
  const { money, day } = useFormats();
  const { memory, models } = status;
  return (
    <div className="dash-models">
      <h3>Models and memory</h3>
      <ul className="dash-faint">
        {MODEL_TIERS.map((tier) => {
          const { id, inputUsdPerMillion, outputUsdPerMillion, lookedUp } = models[tier];
          const prices = `${money(inputUsdPerMillion)} in, ${money(outputUsdPerMillion)} out for a million tokens`;
          return (
            <li key={tier}>
              {id}: {prices}, as of {day(`${lookedUp}T12:00:00Z`)}
            </li>
          );
        })}
        <li>
          Memories are kept {memory.kept === 'here' ? 'on this computer' : 'in ChromaDB'}
          {!memory.available && ', which does not answer just now'}.
        </li>
      </ul>
    </div>
  );
}
