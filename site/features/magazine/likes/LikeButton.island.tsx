import { useStore } from '@nanostores/react'
import { $likes } from '#site/lib/engagement.store.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { toggleLike } from './toggle-like.ts'

interface Props {
  /** The story's id. */
  id: string
  title: string
  /** Likes when the page was made. */
  count: number
  /** An icon on a card, or a button of its own. */
  look: 'card' | 'outline'
}

/** Why an island? It is drawn at once, put back on failure, and agrees with every other button of its story. */
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
