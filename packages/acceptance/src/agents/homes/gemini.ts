import { join } from 'node:path';
import type { AgentHome } from './agent-home.js';
import { writeJson } from './write-file.js';

/** Nothing is asked of the network but what the model is asked. */
const OFFLINE = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
};

const SETTINGS = {
  ...OFFLINE,
  security: { auth: { selectedType: 'gemini-api-key' } },
  // To choose by itself, Gemini CLI would first ask a model which model to ask.
  model: { name: 'gemini-2.5-flash' },
  ui: { hideTips: true, loadingPhrases: 'off' },
};

/** Gemini CLI with a key. Without one it begins with its dialogs. */
export const geminiHome: AgentHome = {
  environment: {},
  signedIn: (modelApi) => ({ GOOGLE_GEMINI_BASE_URL: modelApi, GEMINI_API_KEY: 'a-key-of-no-value' }),
  async write(home, { modelApi, trusted }) {
    if (modelApi === undefined) return writeJson(join(home, '.gemini', 'settings.json'), OFFLINE);
    const folders = Object.fromEntries(trusted.map((path) => [path, 'TRUST_FOLDER']));
    await writeJson(join(home, '.gemini', 'settings.json'), SETTINGS);
    await writeJson(join(home, '.gemini', 'trustedFolders.json'), folders);
  },
};
