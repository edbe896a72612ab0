import type { Readable } from 'node:stream'
import { apiErrorFrom } from '#contract/errors.ts'

export interface StoredFile {
  name: string
  bytes: number
  /** The validator with its quotes. */
  etag: string
  storedAt: Date
}

/**
 * Files beside the rows, named like `books/{id}.pdf`; a stored file never changes. Calls reject with
 * `storageUnavailable` when the storage does not answer or is full.
 */
export interface Files {
  place: string
  /** Stores a local path or bytes, whole or not at all; they are durable when it resolves. */
  store(name: string, from: string | Uint8Array): Promise<void>
  find(name: string): Promise<StoredFile | undefined>
  /** All of it, or the bytes from `start` to `end` inclusive; open when it resolves. */
  read(name: string, part?: { start: number; end: number }): Promise<Readable>
  /** A missing file counts as removed. */
  remove(name: string): Promise<void>
  /** All below a folder, in no order. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Removes what a crash left half written. */
  removeLeftovers(): Promise<void>
}

/** Safe in any folder and bucket: names in an archive are not trusted. */
export function isFileName(name: string): boolean {
  return (
    name.length <= 200 && /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/.test(name)
  )
}

/** The cause is for the log and holds nothing secret. */
export function storageFailed(doing: string, error: unknown): Error {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  const why = [...new Set([code ?? name, message])].filter(Boolean).join(': ')
  const cause = Object.assign(new Error(`${doing} failed: ${why}`), { code: code ?? name })
  return apiErrorFrom(cause, 'storageUnavailable')
}
