import type { MessageKind } from '@agent-factory/protocol/coach';
import type { IconName } from '../parts/icons.js';

export const MESSAGE_SIGNS: Readonly<Record<MessageKind, { readonly icon: IconName; readonly name: string }>> = {
  info: { icon: 'info', name: 'Note' },
  hint: { icon: 'hint', name: 'Hint' },
  success: { icon: 'check', name: 'Well done' },
  warning: { icon: 'warning', name: 'Careful' },
  error: { icon: 'cross', name: 'Mistake' },
};
