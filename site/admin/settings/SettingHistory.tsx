import type { ReactNode } from 'react'
import { formatShortDate } from '#contract/dates.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { bylineClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import type { SettingDraft, SettingValue } from './use-setting-draft.ts'

interface Props {
  draft: SettingDraft
  describe(value: SettingValue): string
  /** Beside what it is called. */
  picture?: ((value: SettingValue) => ReactNode) | undefined
  onClose(): void
}

/** What was published before, the newest first; each can be made the draft again. */
export function SettingHistory({ draft, describe, picture, onClose }: Props) {
  const { group } = draft
  const queryKey = ['setting', group, 'revisions']
  const { data, error } = useAdminCall(queryKey, 'GET /admin/settings/:group/revisions', { group })
  return (
    <section className="border-t border-line px-16 py-20 sm:px-24" aria-label="History">
      {error && <p>The history could not be loaded. Please try again.</p>}
      {data?.length === 0 && <p>Nothing was published here yet: the original stands.</p>}
      <ul className="max-w-text">
        {data?.map(({ id, value, at, by }) => (
          <li key={id} className="flex items-center gap-12 border-b border-line py-12">
            {picture && <span className="w-64 flex-none sm:w-96">{picture(value)}</span>}
            <div className="mr-auto min-w-0">
              <p className={`${rowTitleClass} line-clamp-2`}>{describe(value)}</p>
              <p className={bylineClass}>
                {formatShortDate(at)}
                {by && `, ${by}`}
              </p>
            </div>
            <Button
              className="flex-none"
              onClick={() => {
                draft.use(value)
                onClose()
              }}
              label="Use again"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
