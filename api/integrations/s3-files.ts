import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import { type Files, isFileName, storageFailed } from './files.ts'
import { type LookUpHost, outsideAddress, outsideLookup } from './outside-address.ts'

export interface S3Options {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  /** What the settings of this bucket begin with, for messages. */
  settings?: 'S3_' | 'BACKUP_S3_'
  /** How long a file may take to be stored; undefined: as long as a book. */
  storeWithinMs?: number
  /** It was set at a page: no connection may go into the server's own network. */
  isOutside?: boolean
  lookUp?: LookUpHost
  /** A bucket that strangers can read is refused. */
  mustBePrivate?: boolean
}

/** Why a bucket cannot be used. `code`: the word of the storage or the network; INSIDE and PUBLIC are ours. */
export class BucketError extends Error {
  constructor(
    message: string,
    readonly doing: string,
    readonly code: string | undefined,
  ) {
    super(message)
  }
}

const connectMs = 2_000
const answerMs = 3_000
/** A book of 50 MB over a line of two megabits. */
const storeMs = 4 * 60_000
/** A buyer whose download stalls can continue it later. */
const silentMs = 60_000

/** Any S3-compatible storage, addressed by path and without optional checksums. Rejects with a readable message. */
export async function s3Files(options: S3Options): Promise<Files> {
  const { endpoint, bucket, storeWithinMs = storeMs } = options
  // It is loaded only when a bucket is configured.
  const s3 = await import('@aws-sdk/client-s3')
  const client = openClient(s3, options)
  const at = (name: string) => {
    if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name`)
    return { Bucket: bucket, Key: name }
  }

  const files: Files = {
    place: `the bucket ${bucket} at ${endpoint}`,

    async store(name, from) {
      const key = at(name)
      try {
        const isPath = typeof from === 'string'
        const bytes = isPath ? (await stat(from)).size : from.length
        await client.send(
          new s3.PutObjectCommand({
            ...key,
            Body: isPath ? createReadStream(from) : from,
            ContentLength: bytes,
          }),
          { requestTimeout: storeWithinMs },
        )
      } catch (error) {
        throw storageFailed(`Keeping ${name}`, error)
      }
    },

    async find(name) {
      const key = at(name)
      try {
        const found = await client.send(new s3.HeadObjectCommand(key))
        const { ContentLength: bytes = 0, ETag = '', LastModified: storedAt = new Date(0) } = found
        const etag = /^"[\x21\x23-\x7e]+"$/.test(ETag) ? ETag : `"${bytes}-${storedAt.getTime()}"`
        return { name, bytes, etag, storedAt }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw storageFailed(`Looking for ${name}`, error)
      }
    },

    async read(name, part) {
      const key = at(name)
      try {
        const { Body, ContentLength } = await client.send(
          new s3.GetObjectCommand({
            ...key,
            ...(part && { Range: `bytes=${part.start}-${part.end}` }),
          }),
        )
        if (!(Body instanceof Readable)) throw new Error('The storage returned no body')
        if (part && ContentLength !== part.end - part.start + 1) {
          Body.destroy()
          throw new Error('The storage returned another range than requested')
        }
        return Body
      } catch (error) {
        if (isMissing(error)) throw new Error(`${name} is missing in ${files.place}`)
        throw storageFailed(`Reading ${name}`, error)
      }
    },

    async remove(name) {
      const key = at(name)
      try {
        await client.send(new s3.DeleteObjectCommand(key))
      } catch (error) {
        if (!isMissing(error)) throw storageFailed(`Removing ${name}`, error)
      }
    },

    async *list(folder) {
      const { Key } = at(folder)
      let from: string | undefined
      do {
        const page = await client
          .send(
            new s3.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${Key}/`,
              ...(from && { ContinuationToken: from }),
            }),
          )
          .catch((error: unknown) => {
            throw storageFailed(`Listing ${folder}`, error)
          })
        for (const object of page.Contents ?? []) {
          const { Key: name = '', Size: bytes = 0, ETag: etag = '', LastModified } = object
          if (isFileName(name)) yield { name, bytes, etag, storedAt: LastModified ?? new Date(0) }
        }
        from = page.NextContinuationToken
      } while (from)
    },

    // A file appears when its upload is complete.
    removeLeftovers: async () => {},
  }
  await tryOut(files, options, s3)
  return files
}

const quiet = () => {}

function openClient(
  s3: typeof S3,
  { endpoint, accessKey, secretKey, isOutside, lookUp }: S3Options,
  signer?: S3.S3ClientConfig['signer'],
) {
  const agent = {
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    ...(isOutside && { lookup: outsideLookup(lookUp) }),
  }
  return new s3.S3Client({
    ...(signer && { signer }),
    endpoint,
    region: regionOf(endpoint),
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // Errors reach the caller.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silentMs,
      // Each download holds a connection as long as its buyer takes.
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** Rejects with PUBLIC. Only a storage that answers can refuse a stranger. */
async function rejectPublic(name: string, options: S3Options, s3: typeof S3) {
  const stranger = openClient(s3, options, { sign: async (request) => request })
  try {
    await stranger.send(new s3.GetObjectCommand({ Bucket: options.bucket, Key: name }))
  } catch (error) {
    if ((error as S3.S3ServiceException).$metadata?.httpStatusCode) return
    throw storageFailed(`Reading ${name} as a stranger`, error)
  }
  throw Object.assign(new Error('Strangers can read what is in it'), { code: 'PUBLIC' })
}

/** Tries every operation once, so that a wrong key is known at the start. */
async function tryOut(files: Files, options: S3Options, s3: typeof S3) {
  const { endpoint, settings = 'S3_', isOutside, lookUp, mustBePrivate } = options
  const name = `check/${randomUUID()}`
  let doing = 'read'
  let isStored = false
  try {
    if (isOutside) await outsideAddress(new URL(endpoint).hostname, lookUp)
    // First what is refused in words, and by a silent storage soon.
    for await (const _ of files.list('check'));
    await files.find(name)
    doing = 'written'
    await files.store(name, Buffer.from('Ascend may write here.'))
    isStored = true
    doing = 'read'
    for await (const _ of await files.read(name));
    if (mustBePrivate) await rejectPublic(name, options, s3)
    doing = 'cleared'
    await files.remove(name)
  } catch (error) {
    if (isStored) await files.remove(name).catch(quiet)
    const why = ((error as Error).cause ?? error) as Error & { code?: string }
    throw new BucketError(
      `${files.place} cannot be ${doing}. Check ${settings}ENDPOINT, ${settings}BUCKET, ${settings}ACCESS_KEY and ${settings}SECRET_KEY, and that the key may list the bucket and read, write and delete in it. ${why.message}`,
      doing,
      why.code,
    )
  }
}

/** Reads the region from the address; storages without regions take any. */
function regionOf(endpoint: string): string {
  const { hostname } = new URL(endpoint)
  return /(?:^|\.)s3[.-]([a-z]+(?:-[a-z0-9]+)+)\./.exec(hostname)?.[1] ?? 'us-east-1'
}

function isMissing(error: unknown): boolean {
  const { name } = error as Error
  // A missing bucket is not a missing file.
  return name === 'NotFound' || name === 'NoSuchKey'
}
