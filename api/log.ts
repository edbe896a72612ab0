import { type DestinationStream, destination, type Level, pino } from 'pino'

/** Errors of Postgres quote whole rows, those of Node the bytes that were sent. */
const quotes = ['err.detail', 'err.where', 'err.internal_query', 'err.rawPacket']

/** A write costs a quarter of a page: lines go out together, at most so late. */
const gatheredMs = 200
const gatheredBytes = 32 * 1024
const mostBytes = 2 * gatheredBytes
/** `{"level":50`: an error, or worse. */
const errorFrom = '5'.charCodeAt(0)
const levelAt = '{"level":'.length

/** Lines of JSON without secrets or personal data. */
export function openLog(level: Level | 'silent', to: DestinationStream = gatheredOutput()) {
  return pino({ level, redact: { paths: quotes, remove: true } }, to)
}

/**
 * Into a file or a pipe, some lines at a time. An error goes out at once, with what came before it; all of it does when
 * the process ends, by itself or by an error. Only what is killed loses the lines of its last moment.
 */
export function gatheredOutput(fd = 1): DestinationStream {
  const output = destination({
    dest: fd,
    sync: true,
    minLength: gatheredBytes,
    maxWrite: mostBytes,
  })
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    output.flushSync()
  }
  process.on('exit', flush)
  return {
    write(line) {
      output.write(line)
      if (line.charCodeAt(levelAt) >= errorFrom) flush()
      else timer ??= setTimeout(flush, gatheredMs).unref()
    },
  }
}
