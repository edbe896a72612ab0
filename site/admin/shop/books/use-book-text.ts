import { useQuery } from '@tanstack/react-query'
import { adminCall } from '#site/admin/lib/call.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'

/** Milliseconds between two looks at a text that is being made. */
const everyMs = 2000

/** What is read here of a book, asked for again while it is being made. */
export function useBookText(
  id: string | undefined,
  { pdf, epub, text: first }: Pick<AdminBook, 'pdf' | 'epub' | 'text'>,
): AdminBook['text'] {
  const { data } = useQuery({
    queryKey: ['book text', id, (epub ?? pdf)?.uploadedAt, first],
    queryFn: async () => (await adminCall('GET /admin/books/:id', { id: id ?? '' })).text,
    initialData: first,
    enabled: first?.state === 'making',
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? everyMs : false),
  })
  return data
}
