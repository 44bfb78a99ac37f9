import { CopyButton } from './CopyButton.js';

/** A command for the student's own terminal, and a button that copies it. */
function CommandLine({ command }: { readonly command: string }) {
  return (
    <div className="practice-command">
      <code>{command}</code>
      <CopyButton text={command} what={command} />
    </div>
  );
}

export function Commands({ commands }: { readonly commands: readonly string[] }) {
  return commands.map((command) => <CommandLine key={command} command={command} />);
}
