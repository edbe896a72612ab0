import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { sql } from '#db/sql.ts'
import { upload } from './magazine/pictures.ts'
import { aProvenReader, aStory, aSubmission } from './people.ts'

/** Readers who like, submit and read without end; what was acknowledged is remembered, what was refused is looked at. */
export async function aCrowd(base: string, picture?: Uint8Array) {
  const stories = await Promise.all(Array.from({ length: 3 }, () => aStory()))
  const readers = await Promise.all(Array.from({ length: 4 }, () => aProvenReader(base)))
  const acknowledged = {
    likes: new Set<string>(),
    titles: new Map<string, string>(),
    pictures: new Set<string>(),
  }
  const seen = new Map<number, number>()
  const odd: string[] = []
  let isOn = true
  const look = async (asked: Promise<Response>) => {
    // Whoever is killed answers nothing.
    const response = await asked.catch(() => undefined)
    if (!response) {
      seen.set(0, (seen.get(0) ?? 0) + 1)
      await pause(20)
      return undefined
    }
    seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
    const text = await response.text()
    const isRefused = response.status === 503 && response.headers.get('Retry-After') !== null
    if (!response.ok && !isRefused) odd.push(`${response.status} ${text}`)
    return response.ok ? text : undefined
  }
  const act = readers.map(async ({ reader, send }, index) => {
    for (let turn = 0; isOn; turn++) {
      // They do more in a minute than a reader may in ten, or in a day; those limits are not what is tried here.
      if (turn % 5 === 4)
        await sql`delete from rate_limits where key ~ '^(reader|story):'`.catch(() => {})
      const { id } = stories[(turn + index) % stories.length] as { id: string }
      const isLike = turn % 2 === 0
      const liked = await look(
        send(`/api/stories/${id}/like`, { method: isLike ? 'POST' : 'DELETE' }),
      )
      const name = `${reader.id} ${id}`
      // What failed may have been done or not: it is asked for again before anything is said about it.
      if (liked === undefined) acknowledged.likes.delete(name)
      else if (isLike) acknowledged.likes.add(name)
      else acknowledged.likes.delete(name)
      const sent = aSubmission()
      const key = randomUUID()
      const press = async () =>
        look(
          send('/api/stories', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
            body: JSON.stringify(sent),
          }),
        )
      const stored = (await press()) ?? (await press())
      if (stored !== undefined) acknowledged.titles.set(sent.title, JSON.parse(stored).id)
      await look(send('/api/stories'))
      // A reader may keep twenty a day.
      if (picture && turn % 3 === 0 && turn < 45) {
        const saved = await look(upload({ send }, picture))
        if (saved !== undefined) acknowledged.pictures.add(JSON.parse(saved).url.split('/')[2])
      }
    }
  })
  return {
    seen,
    /** Ids of the pictures that were taken. */
    pictures: acknowledged.pictures,
    /** Ends it, and looks whether what was acknowledged is there, once, and the counters are true. */
    async stop() {
      isOn = false
      await Promise.all(act)
      expect(odd).toEqual([])
      const rows = await sql<{ id: string; title: string }[]>`select id, title from stories`
      const titles = rows.map(({ title }) => title)
      expect(new Set(titles).size, 'none is stored twice').toBe(titles.length)
      for (const [title, id] of acknowledged.titles) expect(rows).toContainEqual({ id, title })
      const likes = await sql<{ name: string }[]>`
        select reader_id || ' ' || story_id as name from likes`
      const names = likes.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([...acknowledged.likes]))
      const wrong = await sql`
        select id from stories s
        where likes_count <> (select count(*) from likes l where l.story_id = s.id)`
      expect(wrong, 'counters are true').toEqual([])
    },
  }
}
