import { useState } from 'react'
import { formatShortDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { copyLink } from '#site/admin/ui/copy-link.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { icons } from '#site/ui/icons/icons.ts'

const queryKey = ['preview-link']

/** The link at which somebody without a sign-in sees the site with all drafts; `path` is of the page that is edited. */
export function PreviewLink({ path }: { path: string }) {
  const { data: link, error } = useAdminCall(queryKey, 'GET /admin/preview-link', {})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      queryClient.setQueryData(queryKey, await work())
    } catch (failure) {
      setProblem(sentenceOf(failure, noAnswer))
    }
    setBusy(false)
  }
  const make = () => attempt(() => adminCall('POST /admin/preview-link', {}))
  const end = () => attempt(() => adminCall('DELETE /admin/preview-link', {}).then(() => null))
  const shown = isOfStaff(path) ? paths.home : path
  const address = link && new URL(link.path.slice(0, -1) + shown, location.origin).href
  return (
    <section className="border-t border-line px-16 py-20 sm:px-24" aria-label="Preview link">
      <p className="max-w-text">
        Whoever has the link sees the site as your drafts would make it, without signing in, for
        seven days. Nobody else finds it.
      </p>
      {(error || problem) && (
        <p className="mt-10 font-semibold text-danger" role="alert">
          {problem ?? 'The link could not be loaded. Please try again.'}
        </p>
      )}
      <div role="status">
        {address && (
          <p className="mt-10 max-w-text [overflow-wrap:anywhere]">
            <a
              className="text-link underline underline-offset-3"
              href={address}
              target="_blank"
              rel="noopener"
            >
              {address}
            </a>
            <span className="block text-14 text-ink-2">{`Until ${formatShortDate(link.until)}`}</span>
          </p>
        )}
      </div>
      {link !== undefined && (
        <div className={`mt-14 ${actionsClass}`}>
          {address && (
            <Button onClick={() => void copyLink(address)} icon={icons.copy} label="Copy link" />
          )}
          <ActionButton
            label={link ? 'End the link' : 'Make a link'}
            busy="One moment…"
            isBusy={isBusy}
            isOutline
            onPress={() => void (link ? end() : make())}
          />
        </div>
      )}
    </section>
  )
}

const isOfStaff = (path: string) => Object.values(staffPaths).some((one) => one === path)
