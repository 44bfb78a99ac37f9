import { useState } from 'react';
import { askToNotify, notificationAccess } from '../../client/browser/notifications.js';
import { pageSettings } from '../../client/settings/settings.js';
import { SwitchField } from './SwitchField.js';
import { useSettings } from './use-settings.js';

const HELP = {
  denied: 'Your browser blocks notifications of this site. Allow them in its site settings, beside the address bar.',
  default: 'Your browser was not allowed to show notifications of this site.',
  unsupported: 'This browser shows no notifications of this page.',
} as const;

/** Lets the tutor call the student out of another window. The browser asks, because of this very click. */
export function NotifyField() {
  const { notifyWhenWaiting } = useSettings();
  const [access, setAccess] = useState(notificationAccess);
  const [isRefused, setRefused] = useState(false);
  const isOn = notifyWhenWaiting && access === 'granted';

  const change = async (isWanted: boolean) => {
    const answer = isWanted ? await askToNotify() : access;
    setAccess(answer);
    setRefused(isWanted && answer !== 'granted');
    pageSettings().change({ notifyWhenWaiting: isWanted && answer === 'granted' });
  };
  return (
    <>
      <SwitchField label="Notify me when the tutor waits" value={isOn} onChange={(isWanted) => void change(isWanted)} />
      <p className="practice-field-help" role="status">
        {isRefused && access !== 'granted' && HELP[access]}
      </p>
    </>
  );
}
