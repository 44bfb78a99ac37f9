import type { AgentState } from '@agent-factory/protocol/events';
import { asObject, asText } from '../json.js';
import type { HookForm } from './hook-form.js';

/** How long Claude Code may wait for our answer, in seconds: it takes milliseconds. */
const TIMEOUT_SECONDS = 2;

/**
 * What is asked for. Version 2.1.330 shows the student when another hook's address does not answer (`UserPromptSubmit`,
 * `PostToolUse`, `Stop`, `SessionEnd`), or does not call it over HTTP at all (`SessionStart`).
 */
const EVENTS = ['PermissionRequest', 'Notification'];

/** The kinds of a `Notification` that say that it asks, or that it waits. */
const NOTIFICATIONS: Readonly<Record<string, AgentState>> = {
  permission_prompt: 'asking',
  elicitation_dialog: 'asking',
  idle_prompt: 'waiting',
};

/** @param settings what a tutor has besides */
export function claudeHooks(settings: object): HookForm {
  return {
    settings({ url, secret }) {
      const headers = { Authorization: `Bearer ${secret}` };
      const hook = { type: 'http', url, timeout: TIMEOUT_SECONDS, headers };
      return JSON.stringify({
        ...settings,
        hooks: Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hook] }]])),
      });
    },
    tutorArgs: (path) => ['--settings', path],
    read(body) {
      const { hook_event_name, notification_type, session_id } = asObject(body);
      const state = hook_event_name === 'PermissionRequest' ? 'asking' : NOTIFICATIONS[asText(notification_type) ?? ''];
      return { state, conversationId: asText(session_id) };
    },
  };
}
