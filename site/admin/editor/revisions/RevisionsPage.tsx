import { useEffect, useRef } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { leadClass, titleClass } from '#site/admin/ui/classes.ts'
import { BackLink } from '#site/admin/ui/frame/BackLink.tsx'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { MissingThing } from '#site/admin/ui/frame/MissingThing.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { Comparison } from './Comparison.tsx'
import { RevisionList } from './RevisionList.tsx'
import { type RevisionSource, useRevisions } from './use-revisions.ts'

const besideClass =
  'mt-20 min-[68.75em]:grid min-[68.75em]:grid-cols-[340px_minmax(0,1fr)] min-[68.75em]:items-start min-[68.75em]:gap-48'

/** Every revision of a document: two of them are compared, and any can be restored. */
export function RevisionsPage<Fields>({ source }: { source: RevisionSource<Fields> }) {
  const revisions = useRevisions(source)
  const { query, page, pair, outcome } = revisions
  const { data, error } = query
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <>
      {data ? (
        <BackLink href={source.editPath(data.document.id)} text="Back to the editor" />
      ) : (
        <BackLink href={source.listPath} text={`Back to ${source.list}`} />
      )}
      <h1 className={titleClass}>Revisions</h1>
      {isMissing ? (
        <MissingThing {...source.missing} href={source.listPath} back={`To ${source.list}`} />
      ) : (
        <Loaded query={query} things="the revisions">
          {({ document, items, total }) => (
            <>
              <p className={`${leadClass} [overflow-wrap:anywhere]`}>
                {document.title || 'Untitled'}
              </p>
              {outcome && <Outcome {...outcome} path={source.editPath(document.id)} />}
              {total === 0 ? (
                <EmptyList
                  title="Nothing saved yet"
                  text="Each state that the editor saves stands here, and can be compared and restored."
                />
              ) : (
                <div className={besideClass}>
                  <RevisionList
                    document={document}
                    items={items}
                    total={total}
                    page={page}
                    pair={pair}
                    onCompare={revisions.compare}
                    onPage={revisions.turnTo}
                  />
                  {pair ? (
                    <Comparison
                      source={source}
                      document={document}
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

/** The result of restoring; it takes the focus. */
function Outcome({ text, isError, path }: { text: string; isError: boolean; path: string }) {
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
      {!isError && <Link look="button" href={path} label="Continue editing" />}
    </div>
  )
}
