import type { AgentChoice, AgentState } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, defined, type Json } from '../../json.js';

/** Modes in which nothing is asked any more: not for a tutor. */
const RECKLESS = /^(yolo|bypass|dangerous|full[-_]?access)/i;

/** How the model is chosen: there was a method of its own before there were options. */
export interface AcpState {
  readonly state: AgentState;
  readonly modelOption: string | undefined;
}

/** Models and modes as `session/new` and `session/load` answer them. */
export function acpState(session: Json): AcpState {
  const modes = asObject(session.modes);
  const models = asObject(session.models);
  const option = asList(session.configOptions)
    .map(asObject)
    .find(({ category, type }) => category === 'model' && type === 'select');
  const listed = option === undefined ? asList(models.availableModels) : asList(option.options).flatMap(flat);
  return {
    state: {
      ...defined<Pick<AgentState, 'model' | 'mode'>>({
        model: asText(option?.currentValue) ?? asText(models.currentModelId),
        mode: asText(modes.currentModeId),
      }),
      models: choices(listed),
      modes: choices(asList(modes.availableModes)).filter(({ id }) => !RECKLESS.test(id)),
    },
    modelOption: asText(option?.id),
  };
}

/** Options may come in groups. */
function flat(option: unknown): readonly unknown[] {
  const group = asObject(option).options;
  return group === undefined ? [option] : asList(group);
}

function choices(values: readonly unknown[]): AgentChoice[] {
  return values.map(asObject).flatMap((value) => {
    const id = asText(value.id) ?? asText(value.modelId) ?? asText(value.value);
    if (id === undefined) return [];
    return [defined<AgentChoice>({ id, name: asText(value.name) ?? id, description: asText(value.description) })];
  });
}
