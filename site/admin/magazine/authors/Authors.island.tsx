import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { author } from '#contract/kinds/author.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { replaceRow, useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AuthorDialog } from './AuthorDialog.tsx'
import { type Author, AuthorRow } from './AuthorRow.tsx'

const listKey = 'authors'

/** Why an island? Hidden pages are listed too, which need a token, and each is edited in place. */
export const Authors = adminIsland(List)

function List() {
  const client = useQueryClient()
  const params = useListParams(['all'])
  const query = useListQuery(listKey, params, ({ page, search }) =>
    adminCallPage('GET /admin/authors', { page, search, pageSize: adminPageSize }),
  )
  const [edited, setEdited] = useState<Author>()
  return (
    <>
      <AdminList
        kind={author}
        title="All authors"
        params={params}
        query={query}
        searchLabel="Name of the author"
        art="portrait"
        empty={({ search }) =>
          search ? (
            <EmptyList title="No authors found" text={`There is nobody named “${search}”.`}>
              <ShowAll onPress={() => params.change({ search: '' })} />
            </EmptyList>
          ) : (
            <NoneYet kind={author}>
              <Link look="button" href={staffPaths.newStory} label="Write a story" />
            </NoneYet>
          )
        }
        row={(author) => (
          <AuthorRow key={author.id} author={author} onEdit={() => setEdited(author)} />
        )}
      />
      {edited && (
        <AuthorDialog
          author={edited}
          onSaved={(page) => {
            replaceRow(client, listKey, 'id', { ...edited, ...page })
            void showToast(adminMessages.authorSaved)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
