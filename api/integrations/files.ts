import type { Readable } from 'node:stream'
import { apiErrorFrom } from '#contract/errors.ts'

/** A file as it lies there. */
export interface StoredFile {
  name: string
  bytes: number
  /** As HTTP writes it, with its quotes. */
  etag: string
  keptAt: Date
}

/**
 * What is kept beside the rows, under names such as `books/{id}.pdf` and `uploads/{id}/480.webp`. A kept file never
 * changes: what is new has a new name. Every call rejects with the refusal `storageUnavailable` when the place does
 * not answer or has no room.
 */
export interface Files {
  /** Its name in messages to the operator. */
  place: string
  /** From a path of this machine, or bytes: whole or not at all, and on the disk when it resolves. */
  keep(name: string, from: string | Uint8Array): Promise<void>
  find(name: string): Promise<StoredFile | undefined>
  /** All of it, or the bytes from `start` to `end`, that one included; it has been opened when it resolves. */
  read(name: string, part?: { start: number; end: number }): Promise<Readable>
  /** One that is not there is removed already. */
  remove(name: string): Promise<void>
  /** All below a folder, in no order. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Takes away what a crash left half written. */
  removeLeftovers(): Promise<void>
}

/** A name that is safe in any folder and bucket: names in an archive are not trusted. */
export function isFileName(name: string): boolean {
  return (
    name.length <= 200 && /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/.test(name)
  )
}

/** The error of a failed storage; its cause for the log, without anything secret. */
export function storageFailed(doing: string, error: unknown): Error {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  const why = [...new Set([code ?? name, message])].filter(Boolean).join(': ')
  return apiErrorFrom(new Error(`${doing} failed: ${why}`), 'storageUnavailable')
}
