import './review.css'
import { useEffect, useRef, useState } from 'react'
import { lastPage, searchLength } from '#contract/limits.ts'
import { type StoryState, storyStates } from '#contract/states.ts'
import { adminCallPage } from '#site/lib/admin/call.ts'
import { useLive } from '#site/lib/admin/use-live.ts'
import { useLoad } from '#site/lib/admin/use-load.ts'
import { addressOf, useQuery } from '#site/lib/admin/use-query.ts'
import { useStat } from '#site/lib/admin/use-stat.ts'
import { Choices } from '#site/ui/admin/Choices.tsx'
import { LiveMark } from '#site/ui/admin/LiveMark.tsx'
import { SearchBox } from '#site/ui/admin/SearchBox.tsx'
import { queuePageSize, rowId, StoryQueue } from './StoryQueue.tsx'
import { StoryReview } from './StoryReview.tsx'
import { reviewLabels, stateLabels } from './story-words.ts'

const headId = 'queue'

/** Why an island? The publisher reads, writes and decides in one place, and the queue follows. */
export function Review() {
  const isDirty = useRef(false)
  const [query, change] = useQuery(
    (next) => next['story'] === query?.['story'] || !isDirty.current || confirm(reviewLabels.leave),
  )
  const { state, search, page, story } = asked(query ?? {})
  const loading = useLoad(query && JSON.stringify({ state, search, page }), () =>
    adminCallPage('GET /admin/stories', {
      page,
      pageSize: queuePageSize,
      ...(search && { search }),
      ...(state && { status: state }),
    }),
  )
  const [waiting, askAgain] = useStat('waitingStories')
  const live = useLive()
  /** What readers are about to see, or to see no longer. */
  const [underWay, setUnderWay] = useState<{ story: string | undefined; isGoing: boolean }>()
  const isAbout = !story || underWay?.story === story
  const mark = { state: isAbout ? live.state : undefined, isGoing: underWay?.isGoing ?? false }

  // The focus follows what is opened and closed, but for the story that the address came with.
  const before = useRef<{ story: string | undefined }>(undefined)
  const [takesFocus, setTakesFocus] = useState(false)
  /** The story that was just deleted. */
  const gone = useRef<string>(undefined)
  useEffect(() => {
    if (!query) return
    const closed = before.current?.story
    if (before.current && story) setTakesFocus(true)
    if (closed && !story) {
      // A row that is about to leave the list takes no focus.
      const row = closed === gone.current ? null : document.getElementById(rowId(closed))
      const next = row ?? document.getElementById(headId)
      next?.focus()
    }
    before.current = { story }
  }, [query, story])

  const changed = ({ isSeen, isGoing: goes }: { isSeen: boolean; isGoing: boolean }) => {
    loading.retry()
    askAgain()
    if (!isSeen) return
    setUnderWay({ story, isGoing: goes })
    live.watch()
  }

  return (
    <div className={story ? 'review has-story' : 'review'}>
      <section className="review-queue" aria-labelledby={headId}>
        <div className="review-head">
          <h2 id={headId} tabIndex={-1}>
            {state === 'submitted' ? 'Waiting for you' : state ? stateLabels[state] : 'All stories'}
          </h2>
          {!story && <LiveMark {...mark} />}
        </div>
        <div className="desk-tools review-tools">
          <SearchBox
            label="Search stories"
            value={search}
            onSearch={(text) => change({ search: text, page: '' })}
          />
          <Choices
            label="State of the stories"
            value={state}
            choices={[
              ...storyStates.map((value) => ({
                value,
                label: stateLabels[value],
                count: value === 'submitted' ? waiting : undefined,
              })),
              { value: '', label: 'All' },
            ]}
            onChoose={(value) =>
              change({ status: value === 'submitted' ? '' : value || 'all', page: '' })
            }
          />
        </div>
        <StoryQueue
          loading={loading}
          state={state}
          search={search}
          page={page}
          openId={story}
          hrefOf={(id) => addressOf({ ...query, story: id })}
          onOpen={(id) => change({ story: id })}
          onPage={(next) => {
            change({ page: next === 1 ? '' : String(next) })
            document.getElementById(headId)?.focus()
          }}
          onShowAll={() => change({ status: 'all', search: '', page: '' })}
        />
      </section>
      {story && (
        <StoryReview
          key={story}
          id={story}
          takesFocus={takesFocus}
          listHref={addressOf(withoutStory(query ?? {}))}
          live={mark}
          onBack={() => change({ story: '' })}
          onOpen={(id) => change({ story: id })}
          onChanged={changed}
          onGone={(wasPublished) => {
            isDirty.current = false
            gone.current = story
            change({ story: '' })
            changed({ isSeen: wasPublished, isGoing: true })
          }}
          onDirty={(dirty) => {
            isDirty.current = dirty
          }}
        />
      )}
    </div>
  )
}

/** What the page's query asks for, whatever somebody typed into the address. */
function asked(query: Record<string, string>) {
  const { search = '', status, page = '1', story } = query
  const known = storyStates.find((one) => one === status)
  return {
    search: search.slice(0, searchLength),
    state: (status === 'all' ? '' : (known ?? 'submitted')) as StoryState | '',
    page: Math.min(lastPage, Math.max(1, Number.parseInt(page, 10) || 1)),
    story,
  }
}

function withoutStory({ story: _, ...query }: Record<string, string>) {
  return query
}
