import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { S3Options } from '#api/integrations/s3-files.ts'
import { atEndOfFile } from '../end-of-file.ts'
import { aFolder } from '../folders.ts'
import { checkBody, faultOfSignature } from './s3-signatures.ts'

/**
 * A storage that speaks S3, with an empty bucket, as the service is told of it; `stop` breaks what it is at. It refuses
 * whatever is not signed, or signed as something else. `isPublic`: strangers can read what is in it.
 */
export async function anS3Server({
  isPublic = false,
} = {}): Promise<S3Options & { stop(): Promise<void>; start(): Promise<void> }> {
  const bucket = 'ascend-files'
  const storage = new S3rver({
    silent: true,
    directory: await aFolder(),
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await storage.configureBuckets()
  const keys = { accessKey: 'S3RVER', secretKey: `secret-${randomUUID()}` }
  const answer = storage.callback()
  const server = createServer((request, response) => {
    const isStranger = request.method === 'GET' && !request.headers.authorization
    const fault = isPublic && isStranger ? undefined : faultOfSignature(request, keys)
    if (fault) return refuse(response, fault)
    checkBody(request, () => refuse(response, 'XAmzContentSHA256Mismatch'))
    answer(request, response)
  }).listen(0, '127.0.0.1')
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
  atEndOfFile(stop)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    ...keys,
    stop,
    start,
  }
}

function refuse(response: ServerResponse, code: string) {
  const status = code.startsWith('XAmz') ? 400 : 403
  response
    .writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
}
