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
/** Of a pipe whose reader takes nothing. */
const patienceMs = 5_000
const pauseMs = 10

/** Lines of JSON without secrets or personal data. */
export function openLog(level: Level | 'silent', to: DestinationStream = gatheredOutput()) {
  return pino({ level, redact: { paths: quotes, remove: true } }, to)
}

/**
 * Into a file or a pipe, some lines at a time. An error goes out at once, with what came before it; all of it does when
 * the process ends, by itself or by an error. Only what is killed loses the lines of its last moment.
 */
export function gatheredOutput(fd = 1): DestinationStream {
  let held = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = Buffer.from(held)
    held = ''
    writeAll(fd, lines)
  }
  process.on('exit', flush)
  return {
    write(line) {
      held += line
      if (held.length > gatheredLength || line.charCodeAt(levelAt) >= errorFrom) flush()
      else timer ??= setTimeout(flush, gatheredMs).unref()
    },
  }
}

/** A disk that is full, or a reader that is gone, costs the lines and never the service. */
function writeAll(fd: number, bytes: Buffer) {
  const late = Date.now() + patienceMs
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() > late) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}
