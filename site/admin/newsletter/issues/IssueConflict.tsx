import type { Conflict } from '#site/admin/editor/draft-saver.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { boxClass, problemClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { IssueEditing } from './use-issue-editor.ts'

interface Props {
  editor: IssueEditing
  conflict: Conflict
}

/** Two people, or two tabs, wrote at once: a letter has one version, so the other becomes a letter of its own. */
export function IssueConflict({ editor, conflict: { head, isSamePerson } }: Props) {
  return (
    <div className={`${boxClass} ${problemClass}`} role="alert">
      <Icon name="alert" />
      <div className="grid gap-12">
        <p>
          <b>
            {isSamePerson ? 'You' : head.savedByName} saved this letter
            {isSamePerson ? ' in another tab' : ''} at {formatMoment(head.savedAt)}.
          </b>{' '}
          Your words are on this page and on this device. Keep them as another letter, or go on with
          the version that was saved.
        </p>
        <div className={actionsClass}>
          <ActionButton
            label="Keep these words as another letter"
            busy="Keeping them…"
            isBusy={editor.action === 'keep'}
            onPress={() => void editor.keepAsAnother()}
          />
          <button
            type="button"
            className={outlineClass}
            onClick={() => editor.takeTheirs(head.number)}
          >
            Discard them and show the other version
          </button>
        </div>
        <FieldNote error={editor.problem} />
      </div>
    </div>
  )
}
