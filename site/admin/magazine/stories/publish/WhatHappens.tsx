import { type ReactNode, useState } from 'react'
import { nextDigest } from '#contract/newsletter/digest-times.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import type { Editor } from '../editor/use-story-editor.ts'
import { awaitsTexts } from '../story-labels.ts'
import type { PublishFacts } from './publish-facts.ts'
import { digestName, inWords } from './publish-times.ts'

interface Props {
  editor: Editor
  facts: PublishFacts
  /** Undefined: now. */
  time: Date | undefined
  byNewsletter: boolean
  onNewsletter(isChosen: boolean): void
}

/** Tells what happens on the site, by e-mail, and to the author. */
export function WhatHappens({ editor, facts, time, byNewsletter, onNewsletter }: Props) {
  const { story, consent } = editor.known
  const isLive = story?.state === 'published'
  const mayWriteNewsletter = !time && facts.subscribers > 0
  const [isChanging, setChanging] = useState(false)
  const author = editor.read().authorName.trim()
  const awaited = story?.awaits
    ? awaitsTexts[story.awaits]
    : consent && consent.state !== 'agreed'
      ? 'The contributor has not agreed to the edit yet.'
      : undefined
  return (
    <ul>
      <li>
        <Off name="mail" />
      </li>
      <Row icon={adminIcons.globe} name="On the site">
        {time
          ? inWords(time, facts.clock())
          : `Now. ${isLive ? 'Pages' : 'Front page'} within 10 seconds`}
      </Row>
      <Row
        icon={icons.mail}
        name="By e-mail"
        action={
          mayWriteNewsletter && (
            <button
              type="button"
              className="min-h-44 text-15 font-semibold underline decoration-2 underline-offset-4"
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              Change
            </button>
          )
        }
      >
        {byNewsletter && mayWriteNewsletter && (
          <span className="block">{`A newsletter to ${formatCounted(facts.subscribers, 'subscriber')}, written next`}</span>
        )}
        {digestsOf(facts, time, Boolean(story?.publishedAt)).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {isChanging && mayWriteNewsletter && (
          <label className="mt-6 flex min-h-44 cursor-pointer items-center gap-12 text-15 font-normal">
            <input
              type="checkbox"
              className="size-22 flex-none accent-accent"
              checked={byNewsletter}
              onChange={({ target }) => onNewsletter(target.checked)}
            />
            {`Also write a newsletter about it, to ${formatCounted(facts.subscribers, 'subscriber')}`}
          </label>
        )}
      </Row>
      <Row icon={adminIcons.user} name={author ? `Author, ${author}` : 'Author'}>
        {awaited ?? (facts.isAuthorMailed ? 'Gets “Your story is published”' : 'Is not mailed')}
      </Row>
    </ul>
  )
}

function digestsOf(
  { digests, digestTimes, clock }: PublishFacts,
  time: Date | undefined,
  wasPublished: boolean,
): string[] {
  const lines = digests.map(
    ({ digest, readers, lastDue }) =>
      `${digestName(digest, nextDigest(digest, time ?? clock(), digestTimes, lastDue))}, to ${formatCounted(readers, 'reader')}`,
  )
  return lines.length > 0
    ? lines
    : [wasPublished ? 'An earlier digest had it' : 'No digest: it has no readers yet']
}

function Row({
  icon,
  name,
  action,
  children,
}: {
  icon: string
  name: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-10 border-b border-line py-8">
      <Icon shape={icon} className="text-accent" />
      <div className="[overflow-wrap:anywhere]">
        <p className="text-14/140 text-ink-2">{name}</p>
        <div className="text-15/140 font-semibold">{children}</div>
      </div>
      {action}
    </li>
  )
}
