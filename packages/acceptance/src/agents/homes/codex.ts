import { join } from 'node:path';
import type { AgentHome } from './agent-home.js';
import { writeBelow, writeJson } from './write-file.js';

/** Codex with a key and its own provider. Without them it begins with its sign-in. */
export const codexHome: AgentHome = {
  environment: {},
  async write(home, { modelApi, trusted }) {
    if (modelApi === undefined) return writeBelow(join(home, '.codex', 'config.toml'), OFFLINE);
    const key = { auth_mode: 'apikey', OPENAI_API_KEY: 'a-key-of-no-value' };
    await writeJson(join(home, '.codex', 'auth.json'), key);
    await writeBelow(join(home, '.codex', 'config.toml'), config(modelApi, trusted));
  },
};

/** Nothing is asked of the network, for which it would wait before it draws its first screen: 10 s, or 30. */
const OFFLINE = `check_for_update_on_startup = false
[analytics]
enabled = false
`;

/** A model that this version knows by itself, asked only once: an error is shown as it comes. */
function config(modelApi: string, trusted: readonly string[]): string {
  const projects = trusted.map((path) => `[projects.${JSON.stringify(path)}]\ntrust_level = "trusted"\n`);
  return `model = "gpt-5.2-codex"
model_provider = "loopback"
${OFFLINE}[tui]
show_tooltips = false
screen_reader_detection_done = true
[model_providers.loopback]
name = "Loopback"
base_url = "${modelApi}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
${projects.join('')}`;
}
