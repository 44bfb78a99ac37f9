import { open } from 'node:fs/promises';

/** Longest first line that Linux reads of a script. */
const SHEBANG_BYTES = 256;

/** The program that runs a check. The run bit and the path in the first line do not matter: a download loses the one, systems differ in the other. */
export async function interpreterOf(script: string): Promise<'python3' | 'bash' | 'sh'> {
  if (script.endsWith('.py')) return 'python3';
  const file = await open(script);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SHEBANG_BYTES), 0, SHEBANG_BYTES, 0);
    return /^#!.*\bbash\b/.test(buffer.toString('latin1', 0, bytesRead)) ? 'bash' : 'sh';
  } finally {
    await file.close();
  }
}
