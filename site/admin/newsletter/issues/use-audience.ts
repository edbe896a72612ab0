import { adminCall } from '#site/admin/lib/call.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import type { IssueEditing } from './use-issue-editor.ts'

/** How many subscribers the issue would go to at present; undefined while that loads. */
export function useAudience({ form }: Pick<IssueEditing, 'form'>): number | undefined {
  const categories = form.watch('categories')
  const { data } = useAdminQuery({
    queryKey: ['letter-audience', categories],
    queryFn: () => adminCall('GET /admin/letter-audience', { categories: categories.join('\n') }),
  })
  return data?.recipients
}
