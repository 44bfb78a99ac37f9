/**
 * Who may use "Teach Me", "Ask" and "Practice". The actions are visible to everybody; the gate is
 * asked when one is pressed.
 *
 * A site with its own sign-in writes a module with this same export and names it when it builds:
 * `ACTION_GATE=./src/my-gate.ts`. The hook runs inside the site's React tree, so it may use any
 * context a swizzled `Root` provides.
 */
export interface ActionGate {
  /** Whether the visitor may go on now. */
  allowed: boolean;
  /** Called instead of the action when they may not: open a sign-in, or navigate to one. */
  request(): void;
}

const OPEN: ActionGate = { allowed: true, request: () => undefined };

/** The default gate is open: everything runs on the student's own machine, under their own account. */
export function useActionGate(): ActionGate {
  return OPEN;
}
