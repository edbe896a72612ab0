import { type ReactNode, useEffect, useState } from 'react'
import { errorSentences } from '#contract/error-sentences.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { useWayBack } from '#site/admin/settings/use-way-back.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { focusField } from '#site/lib/forms/check-form.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { PreviewLink } from './PreviewLink.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import type { DraftState, SettingDraft, SettingValue } from './use-setting-draft.ts'

const stateWords: Record<DraftState, string> = {
  loading: 'Loading…',
  published: 'Published',
  saved: 'Draft, saved',
  saving: 'Saving…',
  unsaved: 'Not saved, kept in this tab',
  conflict: 'Changed by somebody else',
}

interface Props {
  title: string
  draft: SettingDraft
  /** Where readers see it, if it is a page. */
  path?: string
  /** What an older revision is called in the history. */
  describe(value: SettingValue): string
  /** What it is shown as there. */
  picture?: (value: SettingValue) => ReactNode
  /** Where this is a part of a group: what Original restores, and what leads back to the whole. */
  part?: { isChanged: boolean; restore(): void; back?: { label: string; onBack(): void } }
  children: ReactNode
}

/** The screen of what the publisher sets: a bar with its state, the page itself, and what takes back. */
export function StudioFrame({ title, draft, path, describe, picture, part, children }: Props) {
  const { state, problem, original, errors } = draft
  const { isPrivate } = settingTexts[draft.group]
  const isChanged = part ? part.isChanged : draft.isChanged
  const restore = () => (part ? part.restore() : original && draft.use(original))
  const release = useRelease()
  const back = useWayBack({ label: 'Back to Studio', path: staffPaths.studio })
  const [opened, setOpened] = useState<'history' | 'preview'>()
  const toggle = (next: typeof opened) => setOpened(opened === next ? undefined : next)
  useLeaveWarning(state === 'unsaved' || state === 'saving')
  const publish = async () => {
    if (await draft.publish()) release.watch()
  }
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) focusField(document.getElementById(first))
  }, [errors])
  const hasDraft = state !== 'published' && state !== 'loading'
  return (
    <div className="flex min-h-[100dvh] flex-col">
      <header className="sticky top-0 z-20 border-b-2 border-ink bg-paper">
        <div className="flex min-h-64 items-center gap-8 px-4 pr-12 md:gap-12 md:px-12 md:pr-24">
          {part?.back ? (
            <Button
              look="icon"
              className="flex-none"
              aria-label={part.back.label}
              onClick={part.back.onBack}
            >
              <Icon name="arrowLeft" />
            </Button>
          ) : (
            <a className="icon-btn flex-none" href={back.path} aria-label={back.label}>
              <Icon name="arrowLeft" />
            </a>
          )}
          <div className="mr-auto min-w-0">
            <h1 className="font-sans text-15/130 font-semibold">{title}</h1>
            <p className="text-13/130 text-ink-2 md:text-14/130" role="status">
              {isPrivate && state === 'published' ? 'Saved, for you alone' : stateWords[state]}
            </p>
            <ReleaseStatus state={hasDraft || isPrivate ? undefined : release.state} />
          </div>
          {path && (
            <a
              className="icon-btn flex-none"
              href={path}
              target="_blank"
              rel="noopener"
              aria-label="Look at the page of now"
            >
              <Icon name="eye" size={22} />
            </a>
          )}
          {hasDraft && (
            <ActionButton
              className="flex-none"
              label={isPrivate ? 'Save' : 'Publish'}
              busy={isPrivate ? 'Saving…' : 'Publishing…'}
              isBusy={draft.isPublishing}
              onPress={() => void publish()}
            />
          )}
        </div>
        {state === 'conflict' && <Conflict draft={draft} />}
        {problem && (
          <p
            className="border-t border-line px-16 py-10 text-15 font-semibold text-danger"
            role="alert"
          >
            {problem}
          </p>
        )}
      </header>
      <div className="flex-1">{children}</div>
      {opened === 'history' && (
        <SettingHistory
          draft={draft}
          describe={describe}
          picture={picture}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'preview' && path && <PreviewLink path={path} />}
      <footer
        className={`${actionsClass} border-t-2 border-ink bg-surface px-16 pb-[calc(16px+env(safe-area-inset-bottom))] pt-16 sm:px-24 [&>*]:max-sm:flex-1`}
      >
        {hasDraft && (
          <Button onClick={() => void draft.discard()}>
            <Icon shape={adminIcons.undo} size={18} />
            Discard draft
          </Button>
        )}
        {original && isChanged && (
          <Button onClick={restore}>
            <Icon name="refresh" size={18} />
            Original
          </Button>
        )}
        <Button aria-expanded={opened === 'history'} onClick={() => toggle('history')}>
          <Icon shape={adminIcons.history} size={18} />
          History
        </Button>
        {path && (
          <Button aria-expanded={opened === 'preview'} onClick={() => toggle('preview')}>
            <Icon shape={adminIcons.link} size={18} />
            Preview link
          </Button>
        )}
      </footer>
    </div>
  )
}

function Conflict({ draft }: { draft: SettingDraft }) {
  return (
    <div className="grid gap-12 border-t border-line px-16 py-14 sm:px-24" role="alert">
      <p className="max-w-text text-15">{errorSentences[409].settingSavedMeanwhile}</p>
      <div className={actionsClass}>
        <Button onClick={() => void draft.takeTheirs()}>Look at theirs</Button>
        <Button onClick={() => void draft.keepMine()}>Keep mine</Button>
      </div>
    </div>
  )
}
