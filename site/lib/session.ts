import { atom } from 'nanostores'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { call } from './call.ts'

type User = OutputOf<'GET /auth/user'>

/**
 * Whether to ask who is signed in: the readable cookie that is set and cleared with the session says
 * so. A visitor's page makes no such call.
 */
export function mayBeSignedIn(): boolean {
  return readerMark() !== undefined
}

/**
 * Identifies the signed-in reader on this device; undefined for a visitor. Data that the device stores for a reader
 * is stored with it: on a shared phone nobody sees, or sends, another's data.
 */
export function readerMark(): string | undefined {
  return /(?:^|; )signed_in=1([^;]*)/.exec(document.cookie)?.[1]
}

/** Whether a call was refused because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The signed-in reader: null for a visitor, undefined until the session was read. */
export const $session = atom<User | null | undefined>(undefined)

let pending: Promise<User | null> | undefined

/** The signed-in reader, read once a page; null for a visitor. Rejects when the session could not be read. */
export function currentReader(): Promise<User | null> {
  pending ??= (mayBeSignedIn() ? ask() : Promise.resolve(null)).then((reader) => {
    $session.set(reader)
    return reader
  })
  return pending
}

async function ask(): Promise<User | null> {
  try {
    return await call('GET /auth/user', {})
  } catch (error) {
    // The one call whose 401 is an answer (specification 11.1.6).
    if (isSignedOut(error)) return null
    throw error
  }
}
