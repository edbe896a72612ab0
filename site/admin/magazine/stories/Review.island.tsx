import { useStore } from '@nanostores/react'
import { IsRestoringProvider } from '@tanstack/react-query'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { useListParams } from '#site/admin/lib/use-list-params.ts'
import { ListHead } from '#site/admin/ui/ListHead.tsx'
import { DraftList } from './DraftList.tsx'
import { ReviewPage } from './ReviewPage.tsx'

/** Why an island? Staff read, edit and decide in one place, and the queue follows. */
export const Review = adminIsland(() => {
  const role = useStore($member, { ssr: 'initial' })?.role
  return (
    // Nothing is loaded before the role is known: the server would refuse other roles' data.
    <IsRestoringProvider value={!role}>
      {role === 'author' ? <AuthorPage /> : <ReviewPage />}
    </IsRestoringProvider>
  )
})

/** The page of a role without review: their own drafts. */
function AuthorPage() {
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
