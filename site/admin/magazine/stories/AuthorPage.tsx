import { useListParams } from '#site/admin/lib/use-list-params.ts'
import { ListHead } from '#site/admin/ui/ListHead.tsx'
import { DraftList } from './DraftList.tsx'

/** What somebody who reviews nothing sees of the stories: their own drafts. */
export function AuthorPage() {
  const { page, isKnown, change } = useListParams(['drafts'])
  return (
    <section className="mt-20" aria-labelledby="drafts">
      <ListHead id="drafts" title="Your drafts" />
      <DraftList
        page={page}
        isKnown={isKnown}
        onPage={(next) => {
          change({ page: String(next) })
          document.getElementById('drafts')?.focus()
        }}
      />
    </section>
  )
}
