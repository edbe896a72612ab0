import type { ReactNode } from 'react'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { boxClass, problemClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { DocumentEditor } from '../use-document-editor.ts'
import type { Conflict } from './draft-saver.ts'

interface Props {
  headline: string
  text: ReactNode
  children: ReactNode
}

/** Two people, or two tabs, changed one document: the second one chooses the version to continue with. */
export function ConflictBox({ headline, text, children }: Props) {
  return (
    <div className={`${boxClass} ${problemClass}`} id="conflict" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className="grid min-w-0 gap-12">
        <p>
          <b>{headline}</b> {text}
        </p>
        <div className={actionsClass}>{children}</div>
      </div>
    </div>
  )
}

interface DocumentConflictProps {
  editor: DocumentEditor
  thing: 'story' | 'newsletter'
  conflict: Conflict
  revisionsPath: string
}

/** Both versions are stored. The text of an issue may also become an issue of its own. */
export function DocumentConflict({
  editor,
  thing,
  conflict: { aside, head, isSamePerson },
  revisionsPath,
}: DocumentConflictProps) {
  const where = isSamePerson ? ' on another device' : ''
  return (
    <ConflictBox
      headline={`${isSamePerson ? 'You' : head.savedByName} saved this ${thing}${where} at ${formatMoment(head.savedAt)}.`}
      text={
        <>
          Nothing is lost:{' '}
          {isSamePerson
            ? 'the words here are kept beside those'
            : 'your words are kept beside theirs'}
          , and both are in the revisions.
          <FieldNote error={editor.problem} />
        </>
      }
    >
      <Button look="action" onClick={() => editor.keepMine(head.number)} label="Keep mine" />
      <Button
        onClick={() => editor.takeTheirs(head.number)}
        label={isSamePerson ? 'Use the other version' : 'Use theirs'}
      />
      {thing === 'newsletter' && (
        <ActionButton
          label="Keep these words as another newsletter"
          busy="Keeping them…"
          isBusy={editor.action === 'keep'}
          isOutline
          onPress={() => void editor.keepAsAnother()}
        />
      )}
      <Link
        href={`${revisionsPath}?before=${head.number}&after=${aside}`}
        target="_blank"
        rel="noreferrer"
        label="Compare both"
      />
    </ConflictBox>
  )
}
