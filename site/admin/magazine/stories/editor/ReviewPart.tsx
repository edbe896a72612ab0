import { useState } from 'react'
import { formatMoment } from '#site/admin/lib/format.ts'
import { loadedLater } from '#site/admin/lib/loaded-later.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { awaitsTexts, editorLabels } from '../story-labels.ts'
import type { Editor } from './use-story-editor.ts'

const AskDialog = loadedLater(async () => (await import('./AskDialog.tsx')).AskDialog)

interface Props {
  editor: Editor
  onSchedule(): void
}

/** How the story stands, and what else can be done with it. */
export function ReviewPart({ editor, onSchedule }: Props) {
  const { known, action, mayPublish } = editor
  const { story, consent } = known
  const [isAsking, setAsking] = useState(false)
  const isLive = story?.state === 'published'
  const canAsk = story?.contributorEmail && !isLive
  return (
    <section className="grid gap-12" aria-label="Publish">
      <Facts editor={editor} />
      <div className={actionsClass}>
        {mayPublish && (
          <>
            {isLive && (
              <ActionButton
                label="Unpublish later"
                busy="One moment…"
                isBusy={action === 'check'}
                isOutline
                onPress={onSchedule}
              />
            )}
            {(isLive || story?.publishAt) && (
              <ActionButton
                label={isLive ? 'Unpublish' : 'Unschedule'}
                busy="Taking it down…"
                isBusy={action === 'unpublish'}
                isOutline
                onPress={() => void editor.unpublish()}
              />
            )}
            {canAsk && (
              <ActionButton
                label={consent ? 'Cancel request' : 'Ask for approval'}
                busy="Asking…"
                isBusy={action === 'ask'}
                isOutline
                onPress={() => (consent ? void editor.takeBack() : setAsking(true))}
              />
            )}
          </>
        )}
        {isLive && <Link href={`/story/${known.id}`} label="View" />}
      </div>
      {isAsking && <AskDialog editor={editor} onClose={() => setAsking(false)} />}
    </section>
  )
}

function Facts({ editor: { known } }: { editor: Editor }) {
  const { story, consent, sentAt, stored, head } = known
  const facts = [
    story?.state === 'published' && story.publishedAt
      ? `Published ${formatMoment(story.publishedAt)}. ${editorLabels.publishedAs}`
      : undefined,
    story?.publishAt ? `Publishes ${formatMoment(story.publishAt)} (Lagos).` : undefined,
    story?.unpublishAt ? `Unpublishes ${formatMoment(story.unpublishAt)} (Lagos).` : undefined,
    story?.state === 'published' && head > 0 && stored !== head
      ? 'Unpublished changes.'
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
