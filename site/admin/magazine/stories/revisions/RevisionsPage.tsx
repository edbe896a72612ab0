import { useEffect, useRef } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errors } from '#contract/errors.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { leadClass, titleClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { MissingThing } from '#site/admin/ui/MissingThing.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { Comparison } from './Comparison.tsx'
import { RevisionList } from './RevisionList.tsx'
import { idInAddress, useRevisions } from './use-revisions.ts'

const besideClass =
  'mt-20 min-[68.75em]:grid min-[68.75em]:grid-cols-[340px_minmax(0,1fr)] min-[68.75em]:items-start min-[68.75em]:gap-48'

/** Every saved state of a story: two of them are compared, and any can be made the newest. */
export function RevisionsPage() {
  const revisions = useRevisions()
  const { query, page, pair, outcome } = revisions
  const { data, error } = query
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <>
      <a
        className="inline-flex min-h-44 items-center gap-10 font-semibold"
        href={data ? adminPaths.editStory(data.draft.id) : adminPaths.stories}
      >
        <Icon name="arrowLeft" />
        <span className="border-b-2 border-current pb-2">
          {data ? 'Back to the editor' : 'Back to the stories'}
        </span>
      </a>
      <h1 className={titleClass}>Revisions</h1>
      {isMissing ? (
        <MissingThing
          title="Story Not Found"
          text={errors.storyNotFound[1]}
          href={adminPaths.stories}
          back="To the stories"
        />
      ) : (
        <Loaded
          query={query}
          failed="The revisions could not be loaded."
          skeleton={<AdminSkeleton label="Loading the revisions" />}
        >
          {({ draft, items, total }) => (
            <>
              <p className={`${leadClass} [overflow-wrap:anywhere]`}>
                {draft.fields.title || 'Untitled'}
              </p>
              {outcome && <Outcome {...outcome} />}
              {total === 0 ? (
                <EmptyList
                  title="Nothing saved yet"
                  text="Each state that the editor saves stands here, and can be compared and restored."
                />
              ) : (
                <div className={besideClass}>
                  <RevisionList
                    draft={draft}
                    items={items}
                    total={total}
                    page={page}
                    pair={pair}
                    onCompare={revisions.compare}
                    onPage={revisions.turnTo}
                  />
                  {pair ? (
                    <Comparison
                      draft={draft}
                      pair={pair}
                      restoring={revisions.restoring}
                      onRestore={revisions.restore}
                    />
                  ) : (
                    <p className="py-16">
                      One state is saved so far: there is nothing to compare it with.
                    </p>
                  )}
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

/** What came of restoring; it takes the focus. */
function Outcome({ text, isError }: { text: string; isError: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outcome takes the focus again.
  useEffect(() => place.current?.focus(), [text])
  return (
    <div
      className={`my-16 flex flex-wrap items-center gap-x-16 gap-y-12 border-l-6 px-16 py-14 ${isError ? 'border-danger bg-danger-bg' : 'border-ok bg-sunk'}`}
      role={isError ? 'alert' : 'status'}
      ref={place}
      tabIndex={-1}
    >
      <p className="flex-[1_1_200px] font-semibold">{text}</p>
      {!isError && (
        <a className="btn" href={adminPaths.editStory(idInAddress())}>
          Go on in the editor
        </a>
      )}
    </div>
  )
}
