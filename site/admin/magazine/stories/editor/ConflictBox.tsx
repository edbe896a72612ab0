import type { Conflict } from '#site/admin/editor/draft-saver.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { actionClass, actionsClass, linkClass, outlineClass } from '#site/admin/ui/classes.ts'
import { boxClass, problemClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { Editor } from './use-story-editor.ts'

interface Props {
  editor: Editor
  conflict: Conflict
}

/** Two people, or two tabs, wrote at once: both versions are stored, and one of them goes on. */
export function ConflictBox({ editor, conflict: { head, isSamePerson } }: Props) {
  const who = isSamePerson ? 'You' : head.savedByName
  return (
    <div className={`${boxClass} ${problemClass}`} role="alert">
      <Icon name="alert" />
      <div className="grid gap-12">
        <p>
          <b>
            {who} saved this story{isSamePerson ? ' in another tab' : ''} at{' '}
            {formatMoment(head.savedAt)}.
          </b>{' '}
          Nothing is lost: your words are kept beside {isSamePerson ? 'those' : 'theirs'}, and both
          are in the revisions.
        </p>
        <div className={actionsClass}>
          <button
            type="button"
            className={actionClass}
            onClick={() => editor.keepMine(head.number)}
          >
            Go on with these words
          </button>
          <button
            type="button"
            className={outlineClass}
            onClick={() => editor.takeTheirs(head.number)}
          >
            Show the other version
          </button>
          <a
            className={linkClass}
            href={adminPaths.revisions(editor.known.id)}
            target="_blank"
            rel="noreferrer"
          >
            Compare both
          </a>
        </div>
      </div>
    </div>
  )
}
