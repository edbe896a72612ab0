import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Undo } from '#contract/undo.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { addressOf, type ListParams, useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useFocusOfOne } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { StoryList, storiesHeadId, storyStatuses } from './StoryList.tsx'
import { StoryReview } from './StoryReview.tsx'
import { rowId } from './StoryRow.tsx'
import { type ListFilter, reviewLabels } from './story-labels.ts'
import type { StoryChange } from './use-review.ts'

/** The list of stories, and the one that is open: read, and decided on. */
export function StoriesPage({ isEditor }: { isEditor: boolean }) {
  const isDirty = useRef(false)
  const params: ListParams<ListFilter> = useListParams(
    storyStatuses,
    (next) => next['story'] === story || !isDirty.current || confirm(reviewLabels.leave),
  )
  const { isKnown, change } = params
  const { story: opened, ...list } = params.params
  // An author reads theirs in the editor.
  const story = isEditor ? opened : undefined
  /** The story that has just left the list. */
  const gone = useRef<string>(undefined)
  const takesFocus = useFocusOfOne({
    isKnown,
    opened: story,
    // A row that is about to leave the list must not take the focus.
    rowId: (id) => (id === gone.current ? storiesHeadId : rowId(id)),
    listId: storiesHeadId,
  })
  const { changed, releaseStatus } = useStoryRelease(story)
  const queue = useReviewQueue(story)

  const leave = () => {
    isDirty.current = false
    gone.current = story
  }
  const decided = (message: string, undo: Undo | undefined) => {
    leave()
    queue.leave()
    // What is taken back is opened again.
    void showToast({ title: message }, undo, () => {
      gone.current = undefined
      if (story) change({ story })
    })
    if (queue.next) change({ story: queue.next })
    else change({ story: '', status: 'submitted', search: '' })
  }

  return (
    <>
      <div hidden={story !== undefined}>
        <StoryList
          params={params}
          isEditor={isEditor}
          notice={
            !story && (
              <div className={releaseStatus.state && 'mb-12'}>
                <ReleaseStatus {...releaseStatus} />
              </div>
            )
          }
          hrefOf={(id) => addressOf({ ...params.params, story: id })}
          onOpen={(id) => change({ story: id })}
          onChanged={(isRemoval) => changed({ isSeen: true, isRemoval })}
        />
      </div>
      {story && (
        <StoryReview
          key={story}
          id={story}
          place={queue.place}
          next={queue.next}
          nextHref={queue.next && addressOf({ ...params.params, story: queue.next })}
          takesFocus={takesFocus}
          listHref={addressOf(list)}
          releaseStatus={releaseStatus}
          onBack={() => change({ story: '' })}
          onOpen={(id) => change({ story: id })}
          onDecided={decided}
          onChanged={changed}
          onGone={(wasPublished) => {
            leave()
            change({ story: '' })
            changed({ isSeen: wasPublished, isRemoval: true })
          }}
          onDirty={(dirty) => {
            isDirty.current = dirty
          }}
        />
      )}
    </>
  )
}

/** The last change that readers are about to see, where it is about what is shown: the list, or the open story. */
function useStoryRelease(story: string | undefined) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const release = useRelease()
  const [underWay, setUnderWay] = useState<{ story: string | undefined; isRemoval: boolean }>()
  const changed = ({ isSeen, isRemoval }: StoryChange) => {
    void client.invalidateQueries({ queryKey: ['stories'] })
    refreshStats()
    if (!isSeen) return
    setUnderWay({ story, isRemoval })
    release.watch()
  }
  const isAbout = !story || underWay?.story === story
  const releaseStatus = {
    state: isAbout ? release.state : undefined,
    isRemoval: underWay?.isRemoval ?? false,
  }
  return { changed, releaseStatus }
}

/** The stories to review, the longest waiting first; the page walks through them. */
function useReviewQueue(story: string | undefined) {
  const client = useQueryClient()
  const queue = useAdminQuery({
    queryKey: ['review-queue'],
    enabled: story !== undefined,
    queryFn: () => adminCallPage('GET /admin/stories', { status: 'submitted' }),
  }).data
  const waiting = queue?.items.map(({ id }) => id) ?? []
  const at = story ? waiting.indexOf(story) : -1
  const others = waiting.filter((id) => id !== story)
  const leave = () =>
    client.setQueryData<typeof queue>(['review-queue'], (before) => {
      if (!before) return before
      const items = before.items.filter(({ id }) => id !== story)
      return { items, total: before.total - (before.items.length - items.length) }
    })
  return {
    place: at >= 0 && queue ? { number: at + 1, total: queue.total } : undefined,
    // After the last one comes the first: it may have been passed over.
    next: others[Math.max(0, at)] ?? others[0],
    leave,
  }
}
