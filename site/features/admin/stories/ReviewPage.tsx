import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type StoryState, storyStates } from '#contract/states.ts'
import { adminCallPage } from '#site/lib/admin/call.ts'
import { useRefreshStats, useStats } from '#site/lib/admin/stats-query.ts'
import { addressOf, type ListParams, useListParams } from '#site/lib/admin/use-list-params.ts'
import { useListQuery } from '#site/lib/admin/use-list-query.ts'
import { useRelease } from '#site/lib/admin/use-release.ts'
import { Choices } from '#site/ui/admin/Choices.tsx'
import { toolsClass } from '#site/ui/admin/classes.ts'
import { ReleaseStatus } from '#site/ui/admin/ReleaseStatus.tsx'
import { SearchBox } from '#site/ui/admin/SearchBox.tsx'
import { queuePageSize, rowId, StoryQueue } from './StoryQueue.tsx'
import { StoryReview } from './StoryReview.tsx'
import { reviewLabels, stateLabels } from './story-labels.ts'
import type { StoryChange } from './use-review.ts'

const headId = 'queue'
const statuses = [...storyStates, 'all'] as const

/** The queue and the open story: one of them on a phone, beside each other on a wide screen. */
const besideClass =
  'min-[68.75em]:grid min-[68.75em]:grid-cols-[380px_minmax(0,1fr)] min-[68.75em]:items-start min-[68.75em]:gap-48'
const queueClass =
  'hidden min-[68.75em]:sticky min-[68.75em]:top-0 min-[68.75em]:-mx-12 min-[68.75em]:-mt-8 min-[68.75em]:block ' +
  'min-[68.75em]:max-h-screen min-[68.75em]:overflow-y-auto min-[68.75em]:px-12 min-[68.75em]:pb-24 min-[68.75em]:pt-8'
const aloneToolsClass = 'min-[68.75em]:grid-cols-[minmax(0,360px)_minmax(0,1fr)]'

/** The queue of stories and the one that is open: the publisher reads, writes and decides in one place. */
export function ReviewPage() {
  const isDirty = useRef(false)
  const params: ListParams<StoryState | 'all'> = useListParams(
    statuses,
    (next) => next['story'] === story || !isDirty.current || confirm(reviewLabels.leave),
  )
  const { search, status, page, isKnown, change } = params
  const story = params.params['story']
  const query = useListQuery('stories', params, (asked) =>
    adminCallPage('GET /admin/stories', { ...asked, pageSize: queuePageSize }),
  )
  const { waitingStories } = useStats()
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const release = useRelease()
  /** What readers are about to see, or to see no longer. */
  const [underWay, setUnderWay] = useState<{ story: string | undefined; isRemoval: boolean }>()
  const isAbout = !story || underWay?.story === story
  const releaseStatus = {
    state: isAbout ? release.state : undefined,
    isRemoval: underWay?.isRemoval ?? false,
  }

  // The focus follows what is opened and closed, but for the story that the address came with.
  const before = useRef<{ story: string | undefined }>(undefined)
  const [takesFocus, setTakesFocus] = useState(false)
  /** The story that was just deleted. */
  const gone = useRef<string>(undefined)
  useEffect(() => {
    if (!isKnown) return
    const closed = before.current?.story
    if (before.current && story) setTakesFocus(true)
    if (closed && !story) {
      // A row that is about to leave the list takes no focus.
      const row = closed === gone.current ? null : document.getElementById(rowId(closed))
      const next = row ?? document.getElementById(headId)
      next?.focus()
    }
    before.current = { story }
  }, [isKnown, story])

  const changed = ({ isSeen, isRemoval }: StoryChange) => {
    void client.invalidateQueries({ queryKey: ['stories'] })
    refreshStats()
    if (!isSeen) return
    setUnderWay({ story, isRemoval })
    release.watch()
  }

  return (
    <div className={story ? `mt-20 ${besideClass}` : 'mt-20'}>
      <section className={story ? queueClass : undefined} aria-labelledby={headId}>
        <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-8 border-b-2 border-ink pb-12">
          <h2 id={headId} tabIndex={-1} className="text-25/110 md:text-30">
            {headingOf(status)}
          </h2>
          {!story && <ReleaseStatus {...releaseStatus} />}
        </div>
        <div className={`${toolsClass} ${story ? '' : aloneToolsClass}`}>
          <SearchBox
            label="Search stories"
            value={search}
            onSearch={(text) => change({ search: text })}
          />
          <Choices
            label="State of the stories"
            value={status}
            choices={[
              ...storyStates.map((value) => ({
                value,
                label: stateLabels[value],
                count: value === 'submitted' ? waitingStories : undefined,
              })),
              { value: 'all', label: 'All' },
            ]}
            onChoose={(value) => change({ status: value })}
          />
        </div>
        <StoryQueue
          query={query}
          status={status}
          search={search}
          page={page}
          openId={story}
          hrefOf={(id) => addressOf({ ...params.params, story: id })}
          onOpen={(id) => change({ story: id })}
          onPage={(next) => {
            change({ page: String(next) })
            document.getElementById(headId)?.focus()
          }}
          onShowAll={() => change({ status: 'all', search: '' })}
        />
      </section>
      {story && (
        <StoryReview
          key={story}
          id={story}
          takesFocus={takesFocus}
          listHref={addressOf(withoutStory(params.params))}
          releaseStatus={releaseStatus}
          onBack={() => change({ story: '' })}
          onOpen={(id) => change({ story: id })}
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
    </div>
  )
}

function headingOf(status: StoryState | 'all'): string {
  if (status === 'submitted') return 'Waiting for you'
  return status === 'all' ? 'All stories' : stateLabels[status]
}

function withoutStory({ story: _, ...query }: Record<string, string>) {
  return query
}
