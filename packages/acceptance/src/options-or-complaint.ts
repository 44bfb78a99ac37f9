/** The options of a tool; the exit code 2 if its arguments make no sense, after printing why, and the tool's help. */
export function optionsOrComplaint<T>(readOptions: (argv: readonly string[]) => T, help: string): T | number {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${help}`);
    return 2;
  }
}
