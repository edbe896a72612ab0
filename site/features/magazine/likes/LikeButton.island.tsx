import { useStore } from '@nanostores/react'
import { ApiError } from '#contract/api-error.ts'
import { call } from '#site/lib/call.ts'
import { $likes, holdLike, likeOf, setLike, toggled } from '#site/lib/engagement.store.ts'
import { isSignedOut, signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { messages } from '#site/messages/messages.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { queueLike, removeQueued } from './queued-likes.ts'

interface Props {
  /** The story's id. */
  id: string
  title: string
  /** Likes when the page was rendered. */
  count: number
  /** An icon on a card, or a button of its own. */
  look: 'card' | 'outline'
}

/** Why an island? It shows a like at once, reverts it on failure, and agrees with every other button of its story. */
export function LikeButton({ id, title, count, look }: Props) {
  const likes = useStore($likes)
  const { liked, likesCount } = likes[id] ?? { liked: false, likesCount: count }

  return (
    <button
      type="button"
      className={lookClasses[look]}
      aria-pressed={liked}
      data-like={id}
      data-count={count}
      onClick={() => toggleLike(id, count)}
      suppressHydrationWarning
    >
      <Icon name="heart" />
      <span className="sr-only">Like “{title}”, likes: </span>
      <span data-likes={id} suppressHydrationWarning>
        {likesCount}
      </span>
    </button>
  )
}

const lookClasses = {
  card:
    'relative z-[1] inline-flex items-center gap-6 min-h-44 px-8 font-medium text-ink-2 no-js:hidden ' +
    '[&>svg]:aria-pressed:text-accent [&>svg]:aria-pressed:fill-current',
  outline:
    'btn btn-outline no-js:hidden [&>svg]:aria-pressed:text-accent [&>svg]:aria-pressed:fill-current',
}

/** The latest pending request of each story. */
const presses = new Map<string, symbol>()
const underWay = new Map<string, Promise<void>>()

/**
 * Shows the change at once, then sends it; an error reverts it. Clicks on one story reach the server in
 * their order, and the last one determines what is shown. `count` is the page's own number.
 */
function toggleLike(id: string, count: number): Promise<void> {
  const before = likeOf(id, count)
  const after = toggled(before)
  setLike(id, after)
  holdLike(id)
  const press = Symbol()
  presses.set(id, press)
  const isLatest = () => presses.get(id) === press
  const sent = (underWay.get(id) ?? Promise.resolve()).then(async () => {
    try {
      const address = after.liked ? 'POST /stories/:id/like' : 'DELETE /stories/:id/like'
      const answer = await call(address, { id })
      if (!isLatest()) return
      removeQueued(id)
      setLike(id, answer)
      if (after.liked) {
        const { showToast } = await import('#site/ui/toast.ts')
        showToast(messages.storyLiked)
      }
    } catch (error) {
      // No answer at all: the like is queued on the device, and stays shown.
      const isWaiting = !(error instanceof ApiError) && isLatest() && queueLike(id, after.liked)
      if (isLatest() && !isWaiting) setLike(id, before)
      if (isSignedOut(error)) await signInAndReturn(messages.loginRequired)
      else console.warn(error)
    } finally {
      if (isLatest()) {
        holdLike(id, performance.now())
        presses.delete(id)
        underWay.delete(id)
      }
    }
  })
  underWay.set(id, sent)
  return sent
}
