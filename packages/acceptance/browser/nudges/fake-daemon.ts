import type { Page } from '@playwright/test';

/** The prompts, in the order in which the first nudge offers them. */
export const PROMPTS = [
  'Please continue exploring the next topic',
  'Find and explain a more interesting part',
  'Shall we look at the next important concept?',
] as const;

/** What an agent of the daemon's list is said to do, whatever it does. */
export async function pretendAgentState(page: Page, agentState: string): Promise<void> {
  await page.route('**/exercises/sessions', async (route) => {
    const response = await route.fetch();
    const { sessions } = (await response.json()) as { sessions: object[] };
    await route.fulfill({ response, json: { sessions: sessions.map((session) => ({ ...session, agentState })) } });
  });
}

/** Lets a page that is opened later find a nudge on offer, though the daemon has none. */
export async function pretendNudge(page: Page): Promise<void> {
  await page.route('**/exercises/*/nudge', async (route) => {
    const response = await route.fetch();
    const state = (await response.json()) as object;
    await route.fulfill({ response, json: { ...state, offered: { nudgeId: 'a-nudge', prompts: PROMPTS } } });
  });
}
