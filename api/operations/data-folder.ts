import { access, constants, mkdir } from 'node:fs/promises'

const why: Record<string, string> = {
  EACCES: 'may not write there',
  EROFS: 'cannot write there: it is mounted to be read only',
  EEXIST: 'finds a file there, and no folder',
  ENOTDIR: 'finds a file there, and no folder',
  ENOSPC: 'finds no room there',
}

/** Throws one Error that says what is wrong with the folder. */
export async function openDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    // Nothing is written there: with a full disk readers can still be served.
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(
      `DATA_DIR is ${path}, and user ${process.getuid?.()} ${why[code ?? ''] ?? `cannot use it: ${message}`}. Make it a folder that this user may write to, or set another one.`,
    )
  }
}
