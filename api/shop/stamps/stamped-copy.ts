import { pipeline, type Readable, Transform } from 'node:stream'
import type { Files } from '#api/integrations/files.ts'
import { drawStamp, stampTag } from './draw-stamp.ts'
import type { StampPlaces } from './stamps.queries.ts'

interface Copy {
  buyerName: string
  reference: string
}

/** A prepared PDF as one buyer gets it, whichever part of it is read: its two places are filled in on the way. */
export async function stampedCopy(
  files: Files,
  places: StampPlaces,
  copy: Copy,
): Promise<Pick<Files, 'find' | 'read'>> {
  const { drawing, entry } = await drawStamp(copy)
  const fills = [
    { at: places[0], bytes: drawing },
    { at: places[1], bytes: entry },
  ]
  return {
    async find(name) {
      const found = await files.find(name)
      return found && { ...found, etag: `${found.etag.slice(0, -1)}-${stampTag(copy)}"` }
    },

    async read(name, part) {
      return fillIn(await files.read(name, part), fills, part?.start ?? 0)
    },
  }
}

function fillIn(source: Readable, fills: { at: number; bytes: Buffer }[], start: number): Readable {
  let place = start
  const filling = new Transform({
    transform(chunk: Buffer, _, done) {
      const end = place + chunk.length
      const within = fills.filter(({ at, bytes }) => at < end && at + bytes.length > place)
      // The chunk may belong to somebody else's buffer.
      const filled = within.length > 0 ? Buffer.from(chunk) : chunk
      for (const { at, bytes } of within) {
        const from = Math.max(at, place)
        bytes.copy(filled, from - place, from - at, Math.min(at + bytes.length, end) - at)
      }
      place = end
      done(null, filled)
    },
  })
  // An error of the source destroys what is sent, and the other way round.
  return pipeline(source, filling, () => {})
}
