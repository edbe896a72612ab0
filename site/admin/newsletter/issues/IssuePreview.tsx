import { issueBytes } from '#contract/form-limits.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { boxClass, problemClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { issueLabels } from './issue-labels.ts'
import { MailView } from './MailView.tsx'
import { type IssueSending, type Preview, problemsId } from './use-issue-sending.ts'

export const sizeOf = ({ bytes }: Preview) =>
  `${Math.ceil(bytes / 1024)} KB of ${issueBytes / 1024}`

/** The issue as it arrives, in its last saved version, and what keeps it from being sent. */
export function IssuePreview({
  sending: { preview, isOwner },
}: {
  sending: Pick<IssueSending, 'preview' | 'isOwner'>
}) {
  const isReady = preview && preview.problems.length + preview.missing.length === 0
  return (
    <section className="grid content-start gap-14" aria-label="Preview of the newsletter">
      {preview ? (
        <>
          {!isReady && <Problems preview={preview} />}
          <p className="text-14 text-ink-2 md:hidden">{sizeOf(preview)}</p>
          <MailView preview={preview} />
          {isReady && (
            <p className="flex items-center gap-10 text-15 font-semibold text-ok">
              <Icon shape={adminIcons.checkCircle} />
              Links, size and plain text checked
            </p>
          )}
        </>
      ) : (
        <p className="text-15 text-ink-2" role="status">
          The mail is here as soon as something is saved.
        </p>
      )}
      {!isOwner && <p className="text-15">The owner of the magazine sends it.</p>}
    </section>
  )
}

function Problems({ preview: { problems, missing } }: { preview: Preview }) {
  return (
    <div id={problemsId} className={`${boxClass} ${problemClass}`} role="alert" tabIndex={-1}>
      <div className="grid gap-6">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        {missing.length > 0 && (
          <>
            <p>{issueLabels.missing}</p>
            <ul className="[overflow-wrap:anywhere]">
              {missing.map((path) => (
                <li key={path}>{path}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
