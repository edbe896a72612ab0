import { useStore } from '@nanostores/react'
import { $likes } from '#site/lib/engagement.store.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { toggleLike } from './likes.store.ts'

interface Props {
  id: string
  title: string
  count: number
  /** An icon on a card, or a button of its own. */
  look: 'card' | 'outline'
}

// Until the server has stored a press, start-likes.ts answers it, by the same store.
/** Why an island? It shows a like at once, reverts it on failure, and agrees with every other button of its story. */
export function LikeButton({ id, title, count, look }: Props) {
  const likes = useStore($likes)
  const { liked, likesCount } = likes[id] ?? { liked: false, likesCount: count }

  return (
    <button
      type="button"
      className={lookClasses[look]}
      aria-pressed={liked}
      data-tool="like"
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
