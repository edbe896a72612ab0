import type { Server } from 'node:http'

/** How long requests may take, in milliseconds. On a line of 50 kilobits the longest story is sent in 40 s. */
export const timeLimits = {
  headers: 15_000,
  /** A body without a file. */
  body: 2 * 60_000,
  /** A body with one: the book of 50 MB arrives over a line of 250 kilobits. */
  upload: 30 * 60_000,
  /** Not one byte moves, in either direction. */
  silence: 60_000,
  /** An idle connection is closed after this: longer than a front server keeps its own (60 s). */
  idle: 75_000,
}

/** What holds connections open without using them is let go of; how long a body may take, its reader says (read-body.ts). */
export function limitTimes(server: Server, limits = timeLimits) {
  server.headersTimeout = limits.headers
  server.requestTimeout = limits.upload
  server.timeout = limits.silence
  server.keepAliveTimeout = limits.idle
}
