import { useState } from 'react'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { actionsClass, linkClass } from '#site/admin/ui/classes.ts'
import { ReleaseStatus } from '#site/admin/ui/ReleaseStatus.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { awaitsTexts, editorLabels } from '../story-labels.ts'
import { AskDialog } from './AskDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import type { Editor } from './use-story-editor.ts'

type Open = 'schedule' | 'unpublish' | 'ask'

/** Actions of the story, and their result. */
export function PublishBar({ editor }: { editor: Editor }) {
  const { known, action, outcome, problem, mayPublish } = editor
  const { story, consent } = known
  const [open, setOpen] = useState<Open>()
  const isLive = story?.state === 'published'
  const canAsk = story?.contributorEmail && !isLive
  return (
    <section className="grid gap-12 border-t-2 border-ink pt-20" aria-label="Publish">
      <Facts editor={editor} />
      <div className={actionsClass}>
        {mayPublish ? (
          <>
            <ActionButton
              label={isLive ? 'Update' : 'Publish'}
              busy={isLive ? 'Updating…' : 'Publishing…'}
              isBusy={action === 'publish'}
              onPress={() => void editor.publish({ unpublishAt: story?.unpublishAt ?? null })}
            />
            <ActionButton
              label="Schedule"
              busy="One moment…"
              isBusy={action === 'check'}
              isOutline
              onPress={async () => {
                if (await editor.check()) setOpen('schedule')
              }}
            />
            {(isLive || story?.publishAt) && (
              <ActionButton
                label={isLive ? 'Unpublish' : 'Take off the schedule'}
                busy="Taking it down…"
                isBusy={action === 'unpublish'}
                isOutline
                onPress={() => (isLive ? setOpen('unpublish') : void editor.unpublish())}
              />
            )}
            {canAsk && (
              <ActionButton
                label={consent ? 'Take the question back' : 'Please look at our edit'}
                busy="Asking…"
                isBusy={action === 'ask'}
                isOutline
                onPress={() => (consent ? void editor.takeBack() : setOpen('ask'))}
              />
            )}
          </>
        ) : (
          <ActionButton
            label="Send for review"
            busy="Sending…"
            isBusy={action === 'send'}
            onPress={() => void editor.send()}
          />
        )}
        {isLive && (
          <a className={linkClass} href={`/story/${known.id}`}>
            See it
          </a>
        )}
      </div>
      <FieldNote error={problem} role="alert" />
      <p role="status">{outcome}</p>
      <ReleaseStatus state={outcome && isLive ? editor.release : undefined} isRemoval={false} />
      {open === 'schedule' && <ScheduleDialog editor={editor} onClose={() => setOpen(undefined)} />}
      {open === 'unpublish' && (
        <ConfirmDialog
          title="Unpublish this story?"
          confirm="Unpublish"
          confirming="Unpublishing…"
          isBusy={action === 'unpublish'}
          isDangerous
          onConfirm={async () => {
            await editor.unpublish()
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>Readers do not find it any more. Its text and its likes stay.</p>
        </ConfirmDialog>
      )}
      {open === 'ask' && <AskDialog editor={editor} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function Facts({ editor: { known } }: { editor: Editor }) {
  const { story, consent, sentAt, stored, head } = known
  const facts = [
    story?.state === 'published' && story.publishedAt
      ? `Published ${formatMoment(story.publishedAt)}. ${editorLabels.publishedAs}`
      : undefined,
    story?.publishAt ? `Goes live ${formatMoment(story.publishAt)} (Lagos).` : undefined,
    story?.unpublishAt ? `Leaves the site ${formatMoment(story.unpublishAt)} (Lagos).` : undefined,
    story?.state === 'published' && head > 0 && stored !== head
      ? 'There are changes that readers do not see.'
      : undefined,
    story?.awaits ? awaitsTexts[story.awaits] : undefined,
    sentAt ? `Sent for review ${formatMoment(sentAt)}.` : undefined,
    story?.reviewNote ? `The editor writes: ${story.reviewNote}` : undefined,
    consent?.state === 'asked' ? 'The contributor was asked to look at the edit.' : undefined,
    consent?.state === 'agreed' ? 'The contributor agrees to the edit.' : undefined,
    consent?.state === 'answered' ? `The contributor answers: ${consent.answer}` : undefined,
  ].filter((fact) => fact !== undefined)
  return facts.length > 0 ? (
    <div className="grid gap-4 text-15">
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
  ) : null
}
