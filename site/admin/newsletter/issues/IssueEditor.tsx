import { issueLengths, letterBytes } from '#contract/form-limits.ts'
import { DiscardButton } from '#site/admin/editor/DiscardButton.tsx'
import { DocumentFrame } from '#site/admin/editor/DocumentFrame.tsx'
import { LengthHint, lengthText } from '#site/admin/editor/LengthHint.tsx'
import { TextField } from '#site/admin/editor/TextField.tsx'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { Field } from '#site/ui/Field.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { CardPicker } from './CardPicker.tsx'
import { IssueAudience } from './IssueAudience.tsx'
import { IssuePreview } from './IssuePreview.tsx'
import { type IssueDraft, useIssueEditor } from './use-issue-editor.ts'

interface Props {
  issue: IssueDraft
  onReload(): void
}

const textLimit = `${lengthText(0, issueLengths.content)} The whole mail may have ${letterBytes / 1024} KB.`

/** The editor of an issue: saved automatically, tested, and sent. */
export function IssueEditor(props: Props) {
  const editor = useIssueEditor(props)
  const { form, saveState } = editor
  const { id, number } = props.issue
  const revisionsPath = adminPaths.issueRevisions(id)
  const field = (name: 'subject' | 'preheader') => {
    const { name: _, ...control } = form.register(name, { maxLength: issueLengths.subject })
    return { name, control }
  }
  const lengthOf = (name: 'subject' | 'preheader', before?: string) => (
    <LengthHint control={form.control} name={name} max={issueLengths.subject}>
      {before}
    </LengthHint>
  )
  const hasAny = number > 0 || saveState.is !== 'saved' || saveState.at !== undefined
  return (
    <DocumentFrame
      editor={editor}
      thing="letter"
      title={number === 0 ? 'Write a Letter' : 'Edit Letter'}
      back={{ href: adminPaths.letters, text: 'Back to Letters' }}
      revisionsPath={revisionsPath}
    >
      <Field {...field('subject')} label="Subject" hint={lengthOf('subject')} />
      <Field
        {...field('preheader')}
        label="Beside the subject"
        isOptional
        hint={lengthOf('preheader', 'A few words that lists of mails show after the subject.')}
      />
      <TextField editor={editor} limit={textLimit} error={undefined} />
      <CardPicker editor={editor} />
      <IssueAudience editor={editor} />
      <IssuePreview editor={editor} />
      <FieldNote error={editor.problem} role="alert" />
      <p role="status">{editor.outcome}</p>
      {hasAny && (
        <div className="flex flex-wrap items-center gap-x-24 gap-y-10">
          {number > 0 && (
            <a className={linkClass} href={revisionsPath}>
              Revisions
            </a>
          )}
          <DiscardButton editor={editor} label="Discard this letter" title="Discard this letter?">
            Its words and its revisions are deleted. It was sent to nobody.
          </DiscardButton>
        </div>
      )}
    </DocumentFrame>
  )
}
