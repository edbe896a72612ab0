import { useState } from 'react'
import { issueLengths, letterBytes } from '#contract/form-limits.ts'
import { LengthHint, lengthText } from '#site/admin/editor/LengthHint.tsx'
import { SaveNotice } from '#site/admin/editor/SaveNotice.tsx'
import { saveText } from '#site/admin/editor/save-text.ts'
import { TextField } from '#site/admin/editor/TextField.tsx'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { dangerClass, titleClass } from '#site/admin/ui/classes.ts'
import { Field } from '#site/ui/Field.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { formClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { CardPicker } from './CardPicker.tsx'
import { IssueAudience } from './IssueAudience.tsx'
import { IssueConflict } from './IssueConflict.tsx'
import { IssuePreview } from './IssuePreview.tsx'
import { type Letter, useIssueEditor } from './use-issue-editor.ts'

interface Props {
  letter: Letter
  isNew: boolean
  onReload(): void
}

const textLimit = `${lengthText(0, issueLengths.content)} The whole mail may have ${letterBytes / 1024} KB.`

/** A letter as it is written: saved by itself, tried, and sent. */
export function IssueEditor(props: Props) {
  const editor = useIssueEditor(props)
  const { form, saveState } = editor
  const [isDiscarding, setDiscarding] = useState(false)
  const field = (name: 'subject' | 'preheader') => {
    const { name: _, ...control } = form.register(name, { maxLength: issueLengths.subject })
    return { name, control }
  }
  const lengthOf = (name: 'subject' | 'preheader', before?: string) => (
    <LengthHint control={form.control} name={name} max={issueLengths.subject}>
      {before}
    </LengthHint>
  )
  const hasAny = props.letter.number > 0 || saveState.is !== 'saved' || saveState.at !== undefined
  return (
    <>
      <a
        className="inline-flex min-h-44 items-center gap-10 font-semibold"
        href={adminPaths.letters}
      >
        <Icon name="arrowLeft" />
        <span className="border-b-2 border-current pb-2">Back to Letters</span>
      </a>
      <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-8">
        <h1 className={titleClass}>{props.isNew ? 'Write a Letter' : 'Edit Letter'}</h1>
        <p
          className="text-14/150 text-ink-2"
          role="status"
          data-save-state={editor.start === undefined ? 'loading' : saveState.is}
        >
          {saveText(saveState, formatMoment, 'letter')}
        </p>
      </div>
      {/* No <form>: Enter sends nothing, and its dialogs have forms of their own. */}
      <div className={`${formClass} mt-24 max-w-[760px]`}>
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
        {hasAny && saveState.is !== 'conflict' && (
          <button
            type="button"
            className={`${dangerClass} w-fit`}
            onClick={() => setDiscarding(true)}
          >
            Discard this letter
          </button>
        )}
      </div>
      <SaveNotice
        editor={editor}
        thing="letter"
        conflict={(conflict) => <IssueConflict editor={editor} conflict={conflict} />}
      />
      {isDiscarding && (
        <ConfirmDialog
          title="Discard this letter?"
          confirm="Discard"
          confirming="Discarding…"
          isBusy={editor.action === 'discard'}
          isDangerous
          onConfirm={async () => {
            if (!(await editor.discard())) setDiscarding(false)
          }}
          onClose={() => setDiscarding(false)}
        >
          <p>Its words are deleted. It was sent to nobody.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
