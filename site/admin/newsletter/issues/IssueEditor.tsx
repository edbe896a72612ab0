import { type ReactNode, useMemo } from 'react'
import { issueBytes, issueLengths } from '#contract/form-limits.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { cardFacesOf } from '#site/admin/editor/card-faces.ts'
import { DocumentFrame, type MainAction } from '#site/admin/editor/DocumentFrame.tsx'
import { SettingsPanel } from '#site/admin/editor/SettingsPanel.tsx'
import { StoryLine } from '#site/admin/editor/StoryLine.tsx'
import { DiscardButton } from '#site/admin/editor/saving/DiscardButton.tsx'
import { LengthHint, lengthText } from '#site/admin/editor/text/LengthHint.tsx'
import { TextField } from '#site/admin/editor/text/TextField.tsx'
import { formatCount } from '#site/admin/lib/format.ts'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { CardPicker, openCardPicker } from './CardPicker.tsx'
import { IssueAudience } from './IssueAudience.tsx'
import { IssuePreview, sizeOf } from './IssuePreview.tsx'
import type { IssueDraft } from './issue-store.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { type IssueEditing, useIssueEditor } from './use-issue-editor.ts'
import { showPreview, useIssueSending } from './use-issue-sending.ts'

interface Props {
  issue: IssueDraft
  onReload(): void
}

const textLimit = `${lengthText(0, issueLengths.content)} The whole mail may have ${issueBytes / 1024} KB.`

/** The editor of an issue: saved automatically, previewed beside it, tested, and sent. */
export function IssueEditor(props: Props) {
  const editor = useIssueEditor(props)
  const sending = useIssueSending(editor)
  const { form, saveState } = editor
  const { id, number } = props.issue
  const { isOwner, preview } = sending
  const cards = useMemo(() => preview && cardFacesOf(preview.cards), [preview])
  const revisionsPath = staffPaths.issueRevisions(id)
  const line = (name: 'subject' | 'preheader', hint: ReactNode) => {
    const { name: _, ...control } = form.register(name, { maxLength: issueLengths.subject })
    return { name, control, hint, start: editor.start, error: undefined }
  }
  const lengthOf = (name: 'subject' | 'preheader', before?: string) => (
    <LengthHint control={form.control} name={name} max={issueLengths.subject}>
      {before}
    </LengthHint>
  )
  const hasAny = number > 0 || saveState.is !== 'saved' || saveState.at !== undefined
  return (
    <TextField
      editor={editor}
      limit={textLimit}
      error={undefined}
      cards={cards}
      isShort
      onCard={openCardPicker}
    >
      {({ tools, field: text }) => (
        <DocumentFrame
          editor={editor}
          thing="newsletter"
          title={number === 0 ? 'Write a Newsletter' : 'Edit Newsletter'}
          state="Draft"
          back={{ href: staffPaths.issues, text: 'Back to newsletters' }}
          revisionsPath={number > 0 ? revisionsPath : undefined}
          conflictPath={revisionsPath}
          tools={tools}
          onPreview={showPreview}
          size={preview && sizeOf(preview)}
          isPreviewBeside
          sideActions={sideActions(editor, sending)}
          said={
            <>
              <Off name="mail" />
              <IssueOutcome editor={editor} />
            </>
          }
          action={isOwner ? sendAction(editor, sending) : undefined}
          settings={
            <SettingsPanel
              label="Preview"
              parts={[{ name: 'Preview', content: <IssuePreview sending={sending} /> }]}
            />
          }
        >
          <div className="mx-auto grid max-w-text gap-20 px-16 pb-32 pt-18 md:pt-28">
            <IssueAudience editor={editor} />
            <div>
              <StoryLine
                {...line('subject', lengthOf('subject'))}
                label="Subject"
                isFirst={number === 0}
                placeholder="Subject"
                className="font-display text-38/100 font-heavy tracking-closer md:text-56"
                next="preheader"
              />
              <StoryLine
                {...line(
                  'preheader',
                  lengthOf('preheader', 'What lists of mails show after the subject.'),
                )}
                label="Preview text"
                placeholder="Preview text: what lists of mails show after it"
                className="mt-4 font-serif text-18/155 text-ink-2 md:text-21"
                next="content"
              />
              {text}
            </div>
            <CardPicker editor={editor} />
            {hasAny && <DiscardButton editor={editor} label="Discard this newsletter" />}
          </div>
          {sending.isScheduling && (
            <ScheduleDialog
              sendAt={null}
              isBusy={editor.action === 'schedule'}
              onSchedule={sending.schedule}
              onClose={sending.closeTime}
            />
          )}
        </DocumentFrame>
      )}
    </TextField>
  )
}

type Sending = ReturnType<typeof useIssueSending>

const sideActions = (editor: IssueEditing, sending: Sending) => [
  {
    label: 'Send test',
    busy: 'Wait…',
    icon: adminIcons.send,
    isBusy: editor.action === 'test',
    onPress: () => void sending.test(),
  },
  ...(sending.isOwner
    ? [
        {
          label: 'Schedule',
          busy: 'Wait…',
          icon: icons.clock,
          isBusy: editor.action === 'check',
          onPress: () => void sending.askForTime(),
        },
      ]
    : []),
]

const sendAction = (editor: IssueEditing, { audience, send }: Sending): MainAction => ({
  label: audience === undefined ? 'Send' : `Send to ${formatCount(audience)}`,
  busy: 'Wait…',
  isBusy: editor.action === 'send',
  onPress: () => void send(),
})

/** The result of the last action, below the bar at the top. */
function IssueOutcome({ editor: { outcome, problem } }: { editor: IssueEditing }) {
  const isShown = outcome || problem
  return (
    <div
      className={`px-16 text-15 md:px-24 ${isShown ? 'border-b border-line bg-surface py-8' : ''}`}
    >
      <FieldNote error={problem} role="alert" />
      <p role="status">{outcome}</p>
    </div>
  )
}
