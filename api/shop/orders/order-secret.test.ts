import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { aFolder } from '#tests/folders.ts'
import { orderSecret } from './order-secrets.ts'

test('twenty replicas that start together share one order secret, readable by its owner only', async () => {
  const folder = await aFolder()
  const secrets = await Promise.all(
    Array.from({ length: 20 }, () => orderSecret(folderFiles(folder))),
  )
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  expect(secrets[0]).toHaveLength(32)
  expect(await orderSecret(folderFiles(folder))).toEqual(secrets[0])
  expect(await readdir(folder)).toEqual(['order-secret'])
  expect((await stat(join(folder, 'order-secret'))).mode & 0o777).toBe(0o600)
})

test('a truncated order secret stops the start and names its file', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'order-secret'), 'short')
  await expect(orderSecret(folderFiles(folder))).rejects.toThrow(
    `The order secret, order-secret in ${folder}, is damaged`,
  )
})
