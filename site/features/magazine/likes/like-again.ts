import { call } from '#site/lib/call.ts'
import { applyLikes } from '#site/lib/engagement.store.ts'
import { messages } from '#site/messages/messages.ts'
import { pendingMessages } from '#site/messages/pending-messages.ts'
import { toggleLike } from './likes.store.ts'

/** Gives the like for which the reader has signed in, unless they had given it before. */
export async function likeAgain(id: string) {
  const askedAt = performance.now()
  const [story] = await call('GET /stories/engagement', { ids: id })
  if (!story) return
  applyLikes([story], askedAt)
  if (story.liked) return
  const undo = () => void toggleLike(id, story.likesCount)
  await toggleLike(id, story.likesCount, pendingMessages.done(messages.storyLiked, undo))
}
