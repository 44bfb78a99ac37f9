/** The options of a tool; the exit code 2 where its arguments make no sense, which is told together with its help. */
export function optionsOrComplaint<T>(readOptions: (argv: readonly string[]) => T, help: string): T | number {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${help}`);
    return 2;
  }
}
