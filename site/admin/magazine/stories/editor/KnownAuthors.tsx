import { useQuery } from '@tanstack/react-query'
import { searchLength } from '#contract/limits.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import type { Editor } from './use-story-editor.ts'

export const knownAuthorsId = 'known-authors'

const offered = 20
/** The suggestions wait for a pause in the typing. */
const afterMs = 300

/** Suggests names of authors similar to the typed one; any other may be typed as well. */
export function KnownAuthors({ editor: { form, mayListAuthors } }: { editor: Editor }) {
  const typed = form.watch('authorName').trim().slice(0, searchLength)
  const search = useSettled(typed, afterMs)
  // They are not loaded with the page, but at the first input.
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
