import { atom } from 'nanostores'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { unhydrated } from '#site/astro/unhydrated.ts'

type Engagement = OutputOf<'GET /stories/engagement'>[number]
export type Like = Pick<Engagement, 'liked' | 'likesCount'>
type Counters = Partial<Pick<Engagement, 'sharesCount' | 'views' | 'rating'>>

/** What is shown of each story's likes, by its id, once more is known than its page said. */
export const $likes = atom<Record<string, Like>>({})

/** The same for its other counters. */
export const $counters = atom<Record<string, Counters>>({})

/** `count` is what the page was made with; it was made for everybody, so that nobody had liked anything. */
export function likeOf(id: string, count: number): Like {
  return $likes.get()[id] ?? { liked: false, likesCount: count }
}

export function setLike(id: string, like: Like) {
  $likes.set({ ...$likes.get(), [id]: like })
}

/** A like as it is after a press. */
export function toggled({ liked, likesCount }: Like): Like {
  return { liked: !liked, likesCount: Math.max(0, likesCount + (liked ? -1 : 1)) }
}

/** When the last press on a story had its answer, as performance.now() counts; Infinity while it is on its way. */
const answeredAt = new Map<string, number>()

/** From a press on, until its answer is here, the server's older counters change nothing. */
export function holdLike(id: string, until = Number.POSITIVE_INFINITY) {
  answeredAt.set(id, until)
}

/** What the server said to a question asked at `askedAt`. */
export function applyLikes(answers: (Like & { id: string })[], askedAt: number) {
  const likes = answers
    .filter(({ id }) => (answeredAt.get(id) ?? 0) <= askedAt)
    .map(({ id, liked, likesCount }) => [id, { liked, likesCount }])
  $likes.set({ ...$likes.get(), ...Object.fromEntries(likes) })
}

/** Nobody takes a share back: an answer with fewer was on its way when the reader shared. */
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
