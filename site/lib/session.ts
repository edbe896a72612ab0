import { atom } from 'nanostores'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { call } from './call.ts'

type User = OutputOf<'GET /auth/user'>

/**
 * Whether it is worth asking who is signed in: the readable cookie that comes and goes with the session says
 * so. A visitor's page makes no such call.
 */
export function mayBeSignedIn(): boolean {
  return readerMark() !== undefined
}

/**
 * Tells the reader who is signed in from any other on this device; undefined for a visitor. What the device keeps for
 * one reader is kept with it: on a shared phone nobody sees, or sends, what is another's.
 */
export function readerMark(): string | undefined {
  return /(?:^|; )signed_in=1([^;]*)/.exec(document.cookie)?.[1]
}

/** Who is signed in: null for a visitor, undefined until it was asked. */
export const $session = atom<User | null | undefined>(undefined)

let asked: Promise<User | null> | undefined

/** Who is signed in, asked once a page; null for a visitor. Rejects when it could not be found out. */
export function currentReader(): Promise<User | null> {
  asked ??= (mayBeSignedIn() ? ask() : Promise.resolve(null)).then((reader) => {
    $session.set(reader)
    return reader
  })
  return asked
}

async function ask(): Promise<User | null> {
  try {
    return await call('GET /auth/user', {})
  } catch (error) {
    // The one call whose 401 is an answer (specification 11.1.6).
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
