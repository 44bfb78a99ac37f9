import { open } from 'node:fs/promises';

/** How much of a script's first line Linux reads. */
const SHEBANG_BYTES = 256;

/**
 * The program that runs a check. Neither the run bit matters, as downloads lose it, nor the path in the
 * first line, as systems differ in it.
 */
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
