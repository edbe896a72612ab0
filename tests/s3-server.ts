import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { afterAll } from 'vitest'
import type { S3Options } from '#api/integrations/s3-files.ts'
import { aFolder } from './folders.ts'

/** A storage that speaks S3, with an empty bucket, as the service is told of it; `stop` breaks what it is at. */
export async function anS3Server(): Promise<
  S3Options & { stop(): Promise<void>; start(): Promise<void> }
> {
  const bucket = 'ascend-files'
  const storage = new S3rver({
    silent: true,
    directory: await aFolder(),
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await storage.configureBuckets()
  const server = createServer(storage.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const start = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  afterAll(stop)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    stop,
    start,
  }
}
