/** Whether this page may show notifications. `unsupported`: the browser has none. */
export type NotificationAccess = NotificationPermission | 'unsupported';

export function notificationAccess(): NotificationAccess {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Lets the browser ask the student, which it does at most once and only after a click. */
export async function askToNotify(): Promise<NotificationAccess> {
  if (notificationAccess() !== 'default') return notificationAccess();
  return Notification.requestPermission();
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** A later one with the same tag takes its place. */
  readonly tag: string;
}

/** Shows a notification whose click leads to this page. Undefined where the browser shows none from a page. */
export function notify({ title, body, tag }: Notice): Notification | undefined {
  if (notificationAccess() !== 'granted') return undefined;
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    return notification;
  } catch {
    return undefined; // as on Android, where only a service worker may
  }
}
