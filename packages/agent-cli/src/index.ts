export type {
  AgentCli,
  ConversationPlace,
  ResumeOptions,
  SignInHelp,
  SignInProbe,
  StartOptions,
} from './agent-cli.js';
export { AGENT_CLIS } from './agents.js';
export { conversationExists, resumeArgv, resumeCommand, startArgv } from './argv.js';
export { type AgentDetection, type DetectOptions, detectAgent, signedIn } from './detect.js';
