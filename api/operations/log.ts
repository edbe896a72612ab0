import { writeSync } from 'node:fs'
import { type DestinationStream, type Level, pino } from 'pino'

/** Errors of Postgres quote whole rows, those of Node the bytes that were sent. */
const quotes = ['err.detail', 'err.where', 'err.internal_query', 'err.rawPacket']

/** A write for each line costs as much as a fifth of a page: lines go out together, at most so late. */
const gatheredMs = 200
const gatheredLength = 32 * 1024
/** `{"level":50`: an error, or worse. */
const errorFrom = '5'.charCodeAt(0)
const levelAt = '{"level":'.length
/** More is not kept for a reader that takes nothing; an error waits for it, and the end of the process waits longer. */
const mostHeld = 1024 * 1024
const waitMs = { error: 50, end: 2_000 }
const pauseMs = 10

/** Lines of JSON without secrets or personal data. */
export function openLog(level: Level | 'silent', to: DestinationStream = gatheredOutput()) {
  return pino({ level, redact: { paths: quotes, remove: true } }, to)
}

/**
 * Writes into a file or a pipe, some lines at a time. An error goes out at once, with what came before it; all of it
 * does when the process ends, by itself or by an error. Only what is killed loses the lines of its last moment. A full
 * disk, or a reader that takes nothing, costs lines and never the service.
 */
function gatheredOutput(fd = 1): DestinationStream {
  let held = ''
  /** What a full pipe did not take. */
  let left: Buffer = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined
  const flush = (within: number) => {
    clearTimeout(timer)
    timer = undefined
    left = writeAll(fd, Buffer.concat([left, Buffer.from(held)]), within)
    held = ''
    if (left.length > 0) later()
  }
  const later = () => {
    timer ??= setTimeout(flush, gatheredMs, 0).unref()
  }
  process.on('exit', () => flush(waitMs.end))
  return {
    write(line) {
      if (left.length + held.length > mostHeld) return
      held += line
      if (line.charCodeAt(levelAt) >= errorFrom) flush(waitMs.error)
      else if (held.length > gatheredLength && left.length === 0) flush(0)
      else later()
    },
  }
}

/** Gives back what a full pipe did not take `within` so many milliseconds. What a full disk refused is lost. */
function writeAll(fd: number, bytes: Buffer, within: number): Buffer {
  const late = Date.now() + within
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return Buffer.alloc(0)
      if (Date.now() >= late) break
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
  return bytes.subarray(at)
}
