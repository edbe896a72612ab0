import type { OutputOf } from '#contract/endpoints/contract.ts'
import { shown } from '#contract/limits.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { bylineClass, factsClass, rowClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { Pager } from '#site/admin/ui/Pager.tsx'
import { LocalDrafts } from './editor/LocalDrafts.tsx'
import { StateBadge } from './StateBadge.tsx'

type Draft = OutputOf<'GET /admin/drafts'>[number]

interface Props {
  page: number
  /** False until the address has been read. */
  isKnown: boolean
  onPage(page: number): void
}

const pageSize = shown.books

/** Unpublished stories, a page at a time; each row links to the editor. */
export function DraftList({ page, isKnown, onPage }: Props) {
  const query = useAdminQuery({
    queryKey: ['drafts', page],
    enabled: isKnown,
    queryFn: () => adminCallPage('GET /admin/drafts', { page, pageSize }),
  })
  return (
    <Loaded
      query={query}
      failed="The drafts could not be loaded."
      skeleton={<AdminSkeleton label="Loading the drafts" />}
    >
      {({ items, total }) => (
        <>
          <p className="sr-only" role="status">
            {formatCount(total)} {total === 1 ? 'draft' : 'drafts'}
          </p>
          <LocalDrafts />
          {total === 0 && (
            <EmptyList
              title="No drafts"
              text="What is written and not published stands here, and so do changes of published stories."
            >
              <a className="btn btn-outline" href={adminPaths.newStory}>
                Write a story
              </a>
            </EmptyList>
          )}
          <ul>
            {items.map((draft) => (
              <Row key={draft.id} draft={draft} />
            ))}
          </ul>
          <Pager page={page} pageSize={pageSize} total={total} things="drafts" onPage={onPage} />
        </>
      )}
    </Loaded>
  )
}

function Row({ draft }: { draft: Draft }) {
  const { id, title, ownerName, savedByName, savedAt, state, sentAt, words } = draft
  const isByAnother = ownerName !== null && ownerName !== savedByName
  return (
    <li
      className={`${rowClass} relative has-[a:focus-visible]:outline-offset-[-1px] has-[a:focus-visible]:[outline:3px_solid_var(--focus)]`}
    >
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className={rowTitleClass}>
          <a
            className="after:absolute after:inset-0 focus-visible:outline-none"
            href={adminPaths.editStory(id)}
          >
            {title.trim() || 'Untitled'}
          </a>
        </h3>
        <p className={bylineClass}>
          {isByAnother && `${ownerName} · `}Saved by {savedByName}, {formatMoment(savedAt)}
        </p>
        <p className={factsClass}>
          {sentAt && <span className="badge bg-gold text-on-gold">Waits for review</span>}
          {state && <StateBadge state={state} publishAt={null} />}
          <span className={bylineClass}>
            {formatCount(words)} {words === 1 ? 'word' : 'words'}
          </span>
        </p>
      </div>
    </li>
  )
}
