import { ConfirmDialog } from '../parts/ConfirmDialog.js';

interface ResetDialogProps {
  readonly title: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before the exercise starts over, and says that nothing is deleted. */
export function ResetDialog({ title, onCancel, onConfirm }: ResetDialogProps) {
  return (
    <ConfirmDialog
      title="Reset this exercise?"
      keep="Keep working"
      confirm="Reset exercise"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      “{title}” starts over with fresh files and a new conversation. Your present work is not deleted: it moves to an
      archive folder, and you are told which.
    </ConfirmDialog>
  );
}
