import { $likes, likeOf, setLike, toggled } from '#site/lib/engagement.store.ts'
import { ownLikesKey } from '#site/lib/reader-keys.ts'
import { readerMark } from '#site/lib/session.ts'
import { readJson, writeJson } from '#site/lib/web-storage.ts'
import { readQueue } from './like-queue.ts'

/** About as many stories as a device caches. */
const mostOwn = 300

type OwnLike = [storyId: string, likesCount: number]

/** The reader's likes as they were last known, for pages without a network; the oldest first. Nobody else sees them. */
function readOwn(): OwnLike[] {
  return readJson(ownLikesKey, toOwn) ?? []
}

function toOwn(json: unknown): OwnLike[] {
  const { reader, likes } = json as { reader?: string; likes: OwnLike[] }
  return reader !== undefined && reader === readerMark() ? likes.filter(isLike) : []
}

function isLike(value: unknown): value is OwnLike {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1])
}

/** Shows the reader's likes, with those that wait to be sent, on a page that is the same for everybody. */
export function showOwnLikes() {
  const fresh = $likes.get()
  for (const [id, likesCount] of readOwn()) {
    if (!fresh[id] && countOn(id) !== undefined) setLike(id, { liked: true, likesCount })
  }
  for (const [id, liked] of readQueue()) {
    const count = countOn(id)
    if (count === undefined) continue
    const before = likeOf(id, count)
    if (before.liked !== liked) setLike(id, toggled(before))
  }
  $likes.listen(keepOwn)
}

/** The likes with which the page was rendered; undefined where the story has no button. */
function countOn(id: string): number | undefined {
  const button = document.querySelector<HTMLElement>(`[data-like="${CSS.escape(id)}"]`)
  return button ? Number(button.dataset['count']) : undefined
}

function keepOwn(shown: ReturnType<typeof $likes.get>) {
  const own = new Map(readOwn())
  for (const [id, { liked, likesCount }] of Object.entries(shown)) {
    own.delete(id)
    if (liked) own.set(id, likesCount)
  }
  writeJson(ownLikesKey, { reader: readerMark(), likes: [...own].slice(-mostOwn) })
}
