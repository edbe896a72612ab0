import { formatMonth } from '#contract/days.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { controlClass, labelClass } from '#site/ui/forms/form-classes.ts'
import { StatementTable } from '#site/ui/StatementTable.tsx'
import type { Account } from './account.ts'

interface Props {
  account: Account
  chosen: string | undefined
  onMonth(month: string): void
}

export function StatementOfMonth({ account: { id, months }, chosen, onMonth }: Props) {
  const [newest = ''] = months
  const month = months.find((one) => one === chosen) ?? newest
  const queryKey = ['statement', id, month]
  const query = useAdminCall(queryKey, 'GET /admin/author-accounts/:id/statement', { id, month })
  const file = (kind: 'csv' | 'pdf') =>
    `/api/admin/author-accounts/${id}/statement.${kind}?${new URLSearchParams({ month })}`
  return (
    <section aria-labelledby="statement-head">
      <div className="mb-8 mt-28 flex flex-wrap items-end justify-between gap-x-24 gap-y-12 border-b-2 border-ink pb-16">
        <h2 id="statement-head" className="text-25/110">
          Statement for {formatMonth(month)}
        </h2>
        <div className={`${actionsClass} items-end`}>
          <div className="grid gap-6">
            <label className={labelClass} htmlFor="statement-month">
              Month
            </label>
            <select
              id="statement-month"
              className={`${controlClass} min-w-[180px]`}
              value={month}
              onChange={({ target }) => onMonth(target.value === newest ? '' : target.value)}
            >
              {months.map((one) => (
                <option key={one} value={one}>
                  {formatMonth(one)}
                </option>
              ))}
            </select>
          </div>
          <DownloadFile
            path={file('pdf')}
            label="PDF"
            of="this statement"
            className={outlineClass}
            done={adminMessages.statementDownloaded}
          />
          <DownloadFile
            path={file('csv')}
            label="CSV"
            of="this statement"
            className={outlineClass}
            done={adminMessages.statementDownloaded}
          />
        </div>
      </div>
      <Loaded
        query={query}
        things="the statement"
        failed="This statement could not be loaded."
        rows={3}
      >
        {(statement) => <StatementTable statement={statement} />}
      </Loaded>
    </section>
  )
}
