import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEndOfFile } from './end-of-file.ts'

/** An empty folder of a test's own, removed when its file is done. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ascend-test-'))
  // For root, servers that run as another user may have files in folders below it.
  await chmod(folder, 0o711)
  atEndOfFile(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
