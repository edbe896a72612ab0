import { atom } from 'nanostores'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { unhydrated } from '#site/astro/unhydrated.ts'

type Engagement = OutputOf<'GET /stories/engagement'>[number]
export type Like = Pick<Engagement, 'liked' | 'likesCount'>
type Counters = Partial<Pick<Engagement, 'sharesCount' | 'views' | 'rating'>>

/** The displayed likes of each story, by its id, once they are newer than the page. */
export const $likes = atom<Record<string, Like>>({})

/** The same for its other counters. */
export const $counters = atom<Record<string, Counters>>({})

/** `count` is the page's own number; the page is the same for everybody, so that nobody has liked anything in it. */
export function likeOf(id: string, count: number): Like {
  return $likes.get()[id] ?? { liked: false, likesCount: count }
}

export function setLike(id: string, like: Like) {
  $likes.set({ ...$likes.get(), [id]: like })
}

/** A like as it is after a click. */
export function toggled({ liked, likesCount }: Like): Like {
  return { liked: !liked, likesCount: Math.max(0, likesCount + (liked ? -1 : 1)) }
}

/** When the last click on a story was answered, as performance.now() counts; Infinity while it is pending. */
const answeredAt = new Map<string, number>()

/** From a click until its answer, older counters of the server change nothing. */
export function holdLike(id: string, until = Number.POSITIVE_INFINITY) {
  answeredAt.set(id, until)
}

/** The server's counters, requested at `askedAt`. */
export function applyLikes(answers: (Like & { id: string })[], askedAt: number) {
  const likes = answers
    .filter(({ id }) => (answeredAt.get(id) ?? 0) <= askedAt)
    .map(({ id, liked, likesCount }) => [id, { liked, likesCount }])
  $likes.set({ ...$likes.get(), ...Object.fromEntries(likes) })
}

/** A share cannot be withdrawn: an answer with fewer was already on its way when the reader shared. */
export function applyCounters(answers: (Counters & { id: string })[]) {
  const before = $counters.get()
  const fresh = answers
    .filter(({ id, sharesCount = Infinity }) => sharesCount >= (before[id]?.sharesCount ?? 0))
    .map(({ id, ...counters }) => [id, { ...before[id], ...counters }])
  $counters.set({ ...before, ...Object.fromEntries(fresh) })
}

if (typeof document !== 'undefined') {
  $likes.listen((likes) => {
    for (const button of unhydrated('[data-like]')) {
      const like = likes[button.dataset['like'] ?? '']
      if (like) button.ariaPressed = String(like.liked)
    }
    write('likes', (id) => likes[id]?.likesCount)
  })
  $counters.listen((counters) => {
    write('shares', (id) => counters[id]?.sharesCount)
    write('views', (id) => counters[id]?.views)
    write('rating', (id) => counters[id]?.rating?.toFixed(1))
  })
}

function write(name: string, textOf: (id: string) => number | string | undefined) {
  for (const place of unhydrated(`[data-${name}]`)) {
    const value = textOf(place.dataset[name] ?? '')
    if (value !== undefined) place.textContent = String(value)
  }
}
