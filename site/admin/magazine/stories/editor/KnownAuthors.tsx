import { useQuery } from '@tanstack/react-query'
import { searchLength } from '#contract/limits.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useSettled } from '#site/lib/use-settled.ts'
import type { Editor } from './use-story-editor.ts'

export const knownAuthorsId = 'known-authors'

const offered = 20
/** The list follows the typing, but not every letter of it. */
const afterMs = 300

/** Names of authors like the one that is typed; any other may be typed as well. */
export function KnownAuthors({ editor: { form, mayListAuthors } }: { editor: Editor }) {
  const typed = form.watch('authorName').trim().slice(0, searchLength)
  const search = useSettled(typed, afterMs)
  // What is loaded with the page need not wait for what nobody has touched.
  const isTouched = form.formState.dirtyFields.authorName === true
  const { data = [] } = useQuery({
    queryKey: ['known-authors', search],
    enabled: mayListAuthors && isTouched && search !== '',
    queryFn: () => adminCall('GET /admin/authors', { search, pageSize: offered }),
  })
  return (
    <datalist id={knownAuthorsId}>
      {[...new Set(data.map(({ name }) => name))].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
