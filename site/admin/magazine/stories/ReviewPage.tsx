import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { storyStates } from '#contract/states.ts'
import { useRefreshStats, useStats } from '#site/admin/lib/stats-query.ts'
import { addressOf, type ListParams, useListParams } from '#site/admin/lib/use-list-params.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { toolsClass } from '#site/admin/ui/classes.ts'
import { ReleaseStatus } from '#site/admin/ui/ReleaseStatus.tsx'
import { SearchBox } from '#site/admin/ui/SearchBox.tsx'
import { DraftList } from './DraftList.tsx'
import { queueKey, rowId, StoryQueue } from './StoryQueue.tsx'
import { StoryReview } from './StoryReview.tsx'
import { reviewLabels, stateLabels } from './story-labels.ts'
import type { StoryChange } from './use-review.ts'

const headId = 'queue'
const statuses = [...storyStates, 'drafts', 'all'] as const
type Status = (typeof statuses)[number]

/** The queue and the open story: one of them on a phone, side by side on a wide screen. */
const besideClass =
  'min-[68.75em]:grid min-[68.75em]:grid-cols-[380px_minmax(0,1fr)] min-[68.75em]:items-start min-[68.75em]:gap-48'
const queueClass =
  'hidden min-[68.75em]:sticky min-[68.75em]:top-0 min-[68.75em]:-mx-12 min-[68.75em]:-mt-8 min-[68.75em]:block ' +
  'min-[68.75em]:max-h-screen min-[68.75em]:overflow-y-auto min-[68.75em]:px-12 min-[68.75em]:pb-24 min-[68.75em]:pt-8'
const aloneToolsClass = 'min-[68.75em]:grid-cols-[minmax(0,360px)_minmax(0,1fr)]'

/** The queue of stories and the open one: the publisher reads, edits and decides in one place. */
export function ReviewPage() {
  const isDirty = useRef(false)
  const params: ListParams<Status> = useListParams(
    statuses,
    (next) => next['story'] === story || !isDirty.current || confirm(reviewLabels.leave),
  )
  const { search, status, isKnown, change } = params
  const story = params.params['story']
  const { waitingStories } = useStats()
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const release = useRelease()
  /** The change that readers are about to see. */
  const [underWay, setUnderWay] = useState<{ story: string | undefined; isRemoval: boolean }>()
  const isAbout = !story || underWay?.story === story
  const releaseStatus = {
    state: isAbout ? release.state : undefined,
    isRemoval: underWay?.isRemoval ?? false,
  }

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

  const changed = ({ isSeen, isRemoval }: StoryChange) => {
    void client.invalidateQueries({ queryKey: [queueKey] })
    refreshStats()
    if (!isSeen) return
    setUnderWay({ story, isRemoval })
    release.watch()
  }

  const turnTo = (next: number) => {
    change({ page: String(next) })
    document.getElementById(headId)?.focus()
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
        <div className={`${toolsClass} ${story || status === 'drafts' ? '' : aloneToolsClass}`}>
          {status !== 'drafts' && (
            <SearchBox
              label="Search stories"
              value={search}
              onSearch={(text) => change({ search: text })}
            />
          )}
          <Choices
            label="State of the stories"
            value={status}
            choices={[
              ...storyStates.map((value) => ({
                value,
                label: stateLabels[value],
                count: value === 'submitted' ? waitingStories : undefined,
              })),
              { value: 'drafts', label: 'Drafts' },
              { value: 'all', label: 'All' },
            ]}
            onChoose={(value) => change({ status: value })}
          />
        </div>
        {status === 'drafts' ? (
          <DraftList page={params.page} isKnown={isKnown} onPage={turnTo} />
        ) : (
          <StoryQueue
            params={{ ...params, status }}
            openId={story}
            hrefOf={(id) => addressOf({ ...params.params, story: id })}
            onOpen={(id) => change({ story: id })}
            onPage={turnTo}
            onShowAll={() => change({ status: 'all', search: '' })}
          />
        )}
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

function headingOf(status: Status): string {
  if (status === 'drafts') return 'Drafts'
  if (status === 'submitted') return 'Waiting for you'
  return status === 'all' ? 'All stories' : stateLabels[status]
}

function withoutStory({ story: _, ...query }: Record<string, string>) {
  return query
}
