import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { focusWrong } from '#site/admin/editor/use-document-editor.ts'
import { momentOf, typedIn } from '#site/admin/lib/lagos-time.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Field } from '#site/ui/Field.tsx'
import type { Editor } from './use-story-editor.ts'

/** Asks when the story is published, and when it is withdrawn. */
export function ScheduleDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { story } = editor.known
  const isLive = story?.state === 'published'
  const { register, getValues } = useForm({
    defaultValues: {
      publishAt: typedIn(story?.publishAt),
      unpublishAt: typedIn(story?.unpublishAt),
    },
  })
  const { wrong } = editor
  const isBehind = Object.keys(wrong).length > 0 && !wrong['publishAt'] && !wrong['unpublishAt']
  // Errors of fields behind the dialog are not announced: when it closes, the focus goes there.
  const behind = useRef<typeof wrong>(undefined)
  useEffect(
    () => () => {
      if (behind.current) focusWrong(behind.current)
    },
    [],
  )
  useEffect(() => {
    if (!isBehind) return
    behind.current = wrong
    onClose()
  }, [isBehind, wrong, onClose])
  const field = (name: 'publishAt' | 'unpublishAt', label: string, hint: string) => {
    const { name: _, ...control } = register(name)
    return (
      <Field
        name={name}
        id={name}
        kind="datetime-local"
        label={label}
        hint={hint}
        isOptional
        error={wrong[name]?.[0]}
        control={control}
      />
    )
  }
  return (
    <ConfirmDialog
      title="Schedule"
      confirm="Schedule"
      confirming="Scheduling…"
      isBusy={editor.action === 'publish'}
      onConfirm={async () => {
        const { publishAt, unpublishAt } = getValues()
        const isDone = await editor.publish({
          publishAt: isLive ? null : momentOf(publishAt),
          unpublishAt: momentOf(unpublishAt),
        })
        if (isDone) onClose()
      }}
      onClose={onClose}
    >
      <p>Days and times are those of Lagos.</p>
      {!isLive && field('publishAt', 'Goes live', 'A time still to come. Empty: at once.')}
      {field('unpublishAt', 'Leaves the site', 'Later than it goes live. Empty: it stays.')}
      {editor.problem && <p className="font-semibold text-danger">{editor.problem}</p>}
    </ConfirmDialog>
  )
}
