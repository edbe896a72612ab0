import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type StoryFilter, storyFilters } from '#contract/endpoints/magazine/story-list.ts'
import type { Undo } from '#contract/undo.ts'
import { LocalDrafts } from '#site/admin/editor/saving/LocalDrafts.tsx'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import {
  addressOf,
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { useSelection } from '#site/admin/lib/lists/use-selection.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { FilterChips, SelectChip } from '#site/admin/ui/lists/FilterChips.tsx'
import { storyStore } from './editor/story-store.ts'
import { listPageSize, StoryList } from './StoryList.tsx'
import { StoryReview } from './StoryReview.tsx'
import { rowId } from './StoryRow.tsx'
import { filterLabels, type ListFilter, reviewLabels } from './story-labels.ts'
import type { StoryChange } from './use-review.ts'

const headId = 'stories-head'
const statuses = ['all', ...storyFilters] as const
const chips = ['all', 'submitted', 'drafts', 'scheduled', 'published'] as const
const moreChips = ['returned', 'unpublished', 'declined'] as const

/** The list of stories, and the one that is open: read, and decided on. */
export function StoriesPage({ isEditor }: { isEditor: boolean }) {
  const isDirty = useRef(false)
  const params: ListParams<ListFilter> = useListParams(
    statuses,
    (next) => next['story'] === story || !isDirty.current || confirm(reviewLabels.leave),
  )
  const { search, status, isKnown, change } = params
  // An author reads theirs in the editor.
  const story = isEditor ? params.params['story'] : undefined
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const release = useRelease()
  const selection = useSelection()
  /** The change that readers are about to see. */
  const [underWay, setUnderWay] = useState<{ story: string | undefined; isRemoval: boolean }>()
  const isAbout = !story || underWay?.story === story
  const releaseStatus = {
    state: isAbout ? release.state : undefined,
    isRemoval: underWay?.isRemoval ?? false,
  }
  const query = useListQuery('stories', params, (asked) =>
    adminCallPage('GET /admin/story-list', {
      ...asked,
      ...(asked.status && { status: asked.status as StoryFilter }),
      pageSize: listPageSize,
    }),
  )
  const counts = useAdminQuery({
    queryKey: ['stories', 'counts'],
    queryFn: () => adminCall('GET /admin/story-list/counts', {}),
  }).data

  // The focus follows opening and closing, except for the story in the initial address.
  const before = useRef<{ story: string | undefined }>(undefined)
  const [takesFocus, setTakesFocus] = useState(false)
  /** The story that was just deleted. */
  const gone = useRef<string>(undefined)
  useEffect(() => {
    if (!isKnown) return
    const closed = before.current?.story
    if (before.current && story) setTakesFocus(true)
    if (closed && !story) {
      // A row that is about to leave the list must not take the focus.
      const row = closed === gone.current ? null : document.getElementById(rowId(closed))
      const next = row ?? document.getElementById(headId)
      next?.focus()
    }
    before.current = { story }
  }, [isKnown, story])

  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['stories'] })
    refreshStats()
  }
  const changed = ({ isSeen, isRemoval }: StoryChange) => {
    refresh()
    if (!isSeen) return
    setUnderWay({ story, isRemoval })
    release.watch()
  }
  /** Those to review, the longest waiting first; the page walks through them. */
  const queue = useAdminQuery({
    queryKey: ['review-queue'],
    enabled: story !== undefined,
    queryFn: () => adminCallPage('GET /admin/stories', { status: 'submitted' }),
  }).data
  const waiting = queue?.items.map(({ id }) => id) ?? []
  const at = story ? waiting.indexOf(story) : -1
  const others = waiting.filter((id) => id !== story)
  // After the last one comes the first: it may have been passed over.
  const next = at < 0 ? others[0] : (others[at] ?? others[0])
  const decided = (message: string, undo: Undo | undefined) => {
    isDirty.current = false
    gone.current = story
    client.setQueryData<typeof queue>(['review-queue'], (before) => {
      if (!before) return before
      const items = before.items.filter(({ id }) => id !== story)
      return { items, total: before.total - (before.items.length - items.length) }
    })
    // What is taken back is opened again.
    void showToast({ title: message }, undo, () => {
      gone.current = undefined
      if (story) change({ story })
    })
    if (next) change({ story: next })
    else change({ story: '', status: 'submitted', search: '' })
  }

  const chipOf = (value: ListFilter) => ({
    value,
    label: filterLabels[value],
    count: counts?.[value],
  })

  return (
    <>
      <section aria-labelledby={headId} hidden={story !== undefined}>
        <h2 id={headId} tabIndex={-1} className="sr-only">
          {status === 'all' ? 'All stories' : filterLabels[status]}
        </h2>
        <FilterChips
          label="Which stories"
          value={status}
          chips={chips.map(chipOf)}
          more={moreChips.map(chipOf)}
          searchLabel="Search stories"
          search={search}
          onSearch={(text) => change({ search: text })}
          onChoose={(value) => {
            selection.end()
            change({ status: value })
          }}
        >
          {isEditor && <SelectChip isPressed={selection.isSelecting} onPress={selection.turn} />}
        </FilterChips>
        {!story && (
          <div className={releaseStatus.state && 'mb-12'}>
            <ReleaseStatus {...releaseStatus} />
          </div>
        )}
        {isKnown && (status === 'all' || status === 'drafts') && <LocalDrafts store={storyStore} />}
        <StoryList
          query={query}
          selection={selection}
          isEditor={isEditor}
          hrefOf={(id) => addressOf({ ...params.params, story: id })}
          onOpen={(id) => change({ story: id })}
          onPage={(next) => {
            selection.end()
            change({ page: String(next) })
            document.getElementById(headId)?.focus()
            scrollTo({ top: 0 })
          }}
          onShowAll={() => change({ status: 'all', search: '' })}
          onChanged={(isRemoval) => changed({ isSeen: true, isRemoval })}
        />
      </section>
      {story && (
        <StoryReview
          key={story}
          id={story}
          place={at >= 0 && queue ? { number: at + 1, total: queue.total } : undefined}
          next={next}
          nextHref={next && addressOf({ ...params.params, story: next })}
          takesFocus={takesFocus}
          listHref={addressOf(withoutStory(params.params))}
          releaseStatus={releaseStatus}
          onBack={() => change({ story: '' })}
          onOpen={(id) => change({ story: id })}
          onDecided={decided}
          onChanged={changed}
          onGone={(wasPublished) => {
            isDirty.current = false
            gone.current = story
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

function withoutStory({ story: _, ...query }: Record<string, string>) {
  return query
}
