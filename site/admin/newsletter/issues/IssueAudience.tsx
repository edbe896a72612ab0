import { storyCategories } from '#contract/categories.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { summaryClass } from '#site/admin/ui/classes.ts'
import { fieldClass, labelClass } from '#site/ui/form-classes.ts'
import type { IssueEditing } from './use-issue-editor.ts'

/** The audience of the issue, and its present size. */
export function IssueAudience({ editor: { form } }: { editor: IssueEditing }) {
  const chosen = form.watch('categories')
  const { data } = useAdminQuery({
    queryKey: ['letter-audience', chosen],
    queryFn: () => adminCall('GET /admin/letter-audience', { categories: chosen.join('\n') }),
  })
  const who =
    chosen.length === 0
      ? 'Everybody who takes letters'
      : `Who takes letters about ${chosen.length === 1 ? 'this category' : 'these categories'}, or about all`
  return (
    <fieldset className={fieldClass}>
      <legend className={`${labelClass} mb-6`}>To whom</legend>
      <p role="status">
        {who}: <b>{data ? countOf(data.recipients) : '…'}</b>
      </p>
      <details open={chosen.length > 0 || undefined}>
        <summary className={summaryClass}>Only some categories</summary>
        <p className="mb-8 text-14 text-ink-2">None ticked: everybody.</p>
        <ul className="grid gap-x-20 sm:grid-cols-[1fr_1fr]">
          {storyCategories.map((category) => (
            <li key={category}>
              <label className="flex min-h-44 cursor-pointer items-center gap-12">
                <input
                  type="checkbox"
                  className="size-22 flex-none accent-accent"
                  value={category}
                  {...form.register('categories')}
                />
                <span>{category}</span>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
  )
}

const countOf = (recipients: number) =>
  `${formatCount(recipients)} ${recipients === 1 ? 'subscriber' : 'subscribers'}`
