import type { Server } from 'node:http'

/** Milliseconds. At 50 kilobits the longest story is sent in 40 s. */
export const timeLimits = {
  headers: 15_000,
  body: 2 * 60_000,
  /** A body with a file: the book of 50 MB at 250 kilobits. */
  upload: 30 * 60_000,
  /** Not one byte moves, in either direction. */
  silence: 60_000,
  /** Longer than a front server keeps an idle connection (60 s). */
  idle: 75_000,
}

export function limitTimes(server: Server, limits = timeLimits) {
  server.headersTimeout = limits.headers
  server.requestTimeout = limits.upload
  server.timeout = limits.silence
  server.keepAliveTimeout = limits.idle
}
