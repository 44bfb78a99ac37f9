// The tools of a lighthouse, as checks give them to a server.
import { setTimeout as pause } from 'node:timers/promises';

export const INFO = { name: 'lighthouse', version: '7.0.1' };

const object = (properties, required = []) => ({ type: 'object', properties, required, additionalProperties: false });

/** Tools, and a list of what was done with them. */
export function lighthouse() {
  const done = [];
  const tool = (name, inputSchema, run) => ({
    name,
    description: `Does ${name}.`,
    inputSchema,
    run: (values) => {
      done.push([name, values]);
      return run(values);
    },
    secret: 'not for the model',
  });
  const tools = [
    tool(
      'blink',
      object({ times: { type: 'integer' }, colour: { type: 'string' } }, ['times']),
      ({ times, colour = 'white' }) => `${colour} `.repeat(times).trim(),
    ),
    tool('ships', { type: 'object' }, async () => {
      await pause(5);
      return [{ name: 'Ørsted', tons: 7.5 }];
    }),
    tool('count', { type: 'object' }, () => 0),
    tool('rest', { type: 'object' }, () => undefined),
    tool('nobody', { type: 'object' }, () => null),
    tool('echo', { type: 'object' }, (values) => values),
    tool('storm', { type: 'object' }, () => {
      throw new Error('the lamp is broken');
    }),
    tool('fog', { type: 'object' }, async () => {
      await pause(5);
      throw new RangeError('nothing can be seen');
    }),
  ];
  return { tools, done };
}
