import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []

/** An empty folder of a test's own, removed when its file is done. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ascend-test-'))
  // As root, what servers run as another user may lie in folders below it.
  await chmod(folder, 0o711)
  made.push(folder)
  return folder
}

afterAll(async () => {
  await Promise.all(
    made.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 })),
  )
})
