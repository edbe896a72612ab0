import { useEffect, useRef, useState } from 'react'
import { beginNewsletter } from '#site/admin/lib/begin-newsletter.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import type { Editor } from '../editor/use-story-editor.ts'
import type { PublishFacts } from './publish-facts.ts'
import { inWords } from './publish-times.ts'
import { linkTo, whatsappLink } from './share-link.ts'

interface Props {
  editor: Editor
  facts: PublishFacts
  /** A newsletter about it comes next. */
  byNewsletter: boolean
  /** Readers saw it before. */
  isUpdate: boolean
  onUndone(): void
}

/** What one does with a story that has just been published or scheduled. */
export function Outcome({ editor, facts, byNewsletter, isUpdate, onUndone }: Props) {
  const { known, action, undoPublishing } = editor
  const { story, fields } = known
  const isLive = story?.state === 'published'
  const { id } = known
  const url = linkTo({ id, slug: story?.slug ?? null }, facts.url)
  const first = useRef<HTMLAnchorElement>(null)
  const [copied, setCopied] = useState('')
  // The button that was pressed is gone.
  useEffect(() => first.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('Link copied.')
    } catch {
      setCopied(`The link could not be copied. It is ${url}`)
    }
  }
  const writeNewsletter = () =>
    editor.attempt('newsletter', () =>
      beginNewsletter([{ id: known.id, title: fields.title }], {
        subject: fields.title,
        preheader: fields.summary.slice(0, 200),
      }),
    )
  return (
    <div className="grid gap-14">
      <p className="font-display text-19/120 font-heavy [overflow-wrap:anywhere]">{fields.title}</p>
      {isLive ? (
        <ReleaseStatus state={editor.release ?? 'waiting'} />
      ) : (
        story?.publishAt && (
          <p>{`It is published ${inWords(new Date(story.publishAt), facts.clock())} (Lagos).`}</p>
        )
      )}
      {isLive && (
        <a
          ref={first}
          className="btn min-h-52 w-full justify-center gap-10 text-17"
          href={whatsappLink(fields.title, url)}
          target="_blank"
          rel="noreferrer"
        >
          <Icon shape={adminIcons.whatsapp} isFilled />
          Share on WhatsApp
        </a>
      )}
      {isLive && byNewsletter && (
        <ActionButton
          className="w-full justify-center"
          label="Write the newsletter"
          busy="One moment…"
          isBusy={action === 'newsletter'}
          onPress={() => void writeNewsletter()}
        />
      )}
      <div className={actionsClass}>
        {isLive && (
          <>
            <Button onClick={() => void copy()} icon={icons.copy} label="Copy link" />
            <Link look="outline" href={`/story/${known.id}`} label="View" />
          </>
        )}
        {(undoPublishing || !isUpdate) && (
          <ActionButton
            label={undoPublishing ? 'Undo' : isLive ? 'Unpublish' : 'Unschedule'}
            busy="One moment…"
            isOutline
            icon={<Icon shape={adminIcons.undo} size={18} />}
            isBusy={action === 'undo' || action === 'unpublish'}
            onPress={async () => {
              if (undoPublishing) await undoPublishing(onUndone)
              else if (await editor.unpublish()) onUndone()
            }}
          />
        )}
      </div>
      <p className="text-14 empty:hidden [overflow-wrap:anywhere]" role="status">
        {copied}
      </p>
      {editor.problem && (
        <p className="font-semibold text-danger" role="alert">
          {editor.problem}
        </p>
      )}
    </div>
  )
}
