// HTTP/1.1 over connections that are kept, for a load generator on the machine that it measures: an answer's body is
// counted and dropped.
import { connect } from 'node:net'

/** Varnish closes what is idle for five seconds. */
const idleMs = 4000
const patienceMs = 30_000

/**
 * `ask(text)` sends a request as it stands; it resolves with status, wanted headers and bytes. A kept connection that the
 * other side closes before the first byte of an answer is replaced once, as browsers do; `again()` counts those.
 */
export function openClient(port) {
  const idle = []
  let replaced = 0
  let open = 0

  /** Handlers stay with a socket: `job` is what it is at. */
  const openSocket = () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    open++
    let job
    const end = (error) => {
      const { resolve, reject, answer, bytes, isKept } = job
      job = undefined
      if (error) {
        socket.destroy()
        return reject(Object.assign(error, { isKept, isSilent: bytes === 0 }))
      }
      if (answer.closes) socket.destroy()
      else {
        kept.idleSince = performance.now()
        idle.push(kept)
      }
      answer.bytes = bytes
      resolve(answer)
    }
    socket.on('error', () => {})
    socket.on('close', () => {
      open--
      kept.isGone = true
      if (!job) return
      const { answer, bytes } = job
      // Without a length the end of the connection is that of the body.
      if (answer && answer.length === undefined && !answer.isChunked) end()
      else end(new Error(bytes === 0 ? 'closed' : 'cut off'))
    })
    socket.on('end', () => {
      kept.isGone = true
    })
    socket.on('data', (chunk) => {
      if (!job) return socket.destroy()
      job.bytes += chunk.length
      if (!job.answer) {
        job.got = job.got ? Buffer.concat([job.got, chunk]) : chunk
        const edge = job.got.indexOf('\r\n\r\n')
        if (edge < 0) return
        job.answer = readHead(job.got.latin1Slice(0, edge + 2))
        chunk = job.got.subarray(edge + 4)
        job.got = undefined
        job.missing = job.answer.length ?? 0
      }
      if (job.answer.isChunked) {
        job.got = job.got ? Buffer.concat([job.got, chunk]) : chunk
        if (endsChunks(job.got, job.answer)) end()
      } else if (job.answer.length !== undefined) {
        job.missing -= chunk.length
        if (job.missing <= 0) end()
      }
    })
    const kept = {
      socket,
      isGone: false,
      idleSince: 0,
      start(text, isKept, resolve, reject) {
        job = { resolve, reject, isKept, bytes: 0, began: performance.now() }
        socket.write(text)
      },
      giveUp(now) {
        if (job && now - job.began > patienceMs) end(new Error('too slow'))
      },
    }
    all.add(kept)
    return kept
  }
  const all = new Set()
  const looking = setInterval(() => {
    const now = performance.now()
    while (idle.length > 0 && now - idle[0].idleSince > idleMs) {
      const { socket } = idle.shift()
      socket.destroy()
    }
    for (const kept of all) {
      if (kept.isGone) all.delete(kept)
      else kept.giveUp(now)
    }
  }, 250)

  const send = (text) =>
    new Promise((resolve, reject) => {
      // The oldest first, so that many stay in use.
      let kept = idle.shift()
      while (kept?.isGone) kept = idle.shift()
      const isKept = kept !== undefined
      kept ??= openSocket()
      kept.start(text, isKept, resolve, reject)
    })

  return {
    async ask(text) {
      try {
        return await send(text)
      } catch (error) {
        if (!error.isKept || !error.isSilent || error.message !== 'closed') throw error
        replaced++
        return send(text)
      }
    },
    again: () => replaced,
    connections: () => open,
    close() {
      clearInterval(looking)
      for (const { socket } of all) socket.destroy()
    },
  }
}

/** Each line of it with its end. */
export function readHead(head) {
  const status = Number(head.slice(9, 12))
  const isEmpty = status === 204 || status === 304
  const length = isEmpty ? 0 : valueIn(head, 'Content-Length: ')
  return {
    status,
    etag: valueIn(head, 'ETag: '),
    isHit: head.includes('X-Cache: hit'),
    cookies: head.includes('Set-Cookie: ')
      ? [...head.matchAll(/^Set-Cookie: ([^;\r]*)/gm)].map(([, pair]) => pair)
      : none,
    closes: head.includes('Connection: close'),
    isChunked: length === undefined && head.includes('Transfer-Encoding: chunked'),
    length: length === undefined ? undefined : Number(length),
  }
}

const none = []

/** Finds names as Varnish, nginx and Node write them. */
function valueIn(head, name) {
  const at = head.indexOf(name)
  if (at < 0) return undefined
  return head.slice(at + name.length, head.indexOf('\r', at))
}

/** Whether the last chunk is there; goes on where it stopped. */
export function endsChunks(body, place) {
  for (;;) {
    const at = place.at ?? 0
    const edge = body.indexOf('\r\n', at)
    if (edge < 0) return false
    const size = Number.parseInt(body.latin1Slice(at, edge), 16)
    if (size === 0) return body.length >= edge + 4
    const next = edge + 2 + size + 2
    if (next > body.length) return false
    place.at = next
  }
}
