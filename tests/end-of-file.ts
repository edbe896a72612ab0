const open: (() => unknown)[] = []

/**
 * Closes what a helper opened once the test file that asked for it is done. Modules are loaded once a worker: a hook of
 * theirs would run after the first file alone.
 */
export function atEndOfFile(close: () => unknown): void {
  open.push(close)
}

/** The newest first, since it may need what was there before. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close()
}
