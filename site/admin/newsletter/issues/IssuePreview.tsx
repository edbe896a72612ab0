import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { letterBytes } from '#contract/form-limits.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { boxClass, problemClass } from '#site/ui/form-classes.ts'
import { issueLabels } from './issue-labels.ts'
import type { IssueEditing } from './use-issue-editor.ts'

type Preview = OutputOf<'GET /admin/letters/:id/preview'>

const widths = { phone: 360, desktop: 640 } as const
const views = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'text', label: 'Plain text' },
] as const
type View = (typeof views)[number]['value']

/** The issue as it arrives, in its last saved version. */
export function IssuePreview({ editor }: { editor: IssueEditing }) {
  const { id, saveState } = editor
  const [preview, setPreview] = useState<Preview>()
  const [view, setView] = useState<View>('phone')
  const load = async () => {
    const loaded = await adminCall('GET /admin/letters/:id/preview', { id })
    setPreview(loaded)
    return loaded
  }
  /** Where it is sent, now or later; an issue that cannot be sent shows the reasons here. */
  const goOn = async () => {
    const { problems } = await load()
    if (problems.length === 0) location.assign(adminPaths.letter(id))
  }
  const isShown = preview !== undefined
  const savedAt = saveState.is === 'saved' ? saveState.at : undefined

  // Once shown it follows each save; after an error it stays as it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save alone loads it again.
  useEffect(() => {
    if (isShown && savedAt) load().catch(() => {})
  }, [savedAt])

  return (
    <section className="grid gap-12 border-t-2 border-ink pt-20" aria-labelledby="preview">
      <h2 id="preview" className="text-25/110">
        Preview
      </h2>
      <div className={actionsClass}>
        <ActionButton
          label="Show the preview"
          busy="Loading…"
          isBusy={editor.action === 'preview'}
          isOutline
          onPress={() => void editor.act('preview', load)}
        />
        <ActionButton
          label="Send a test to myself"
          busy="Sending…"
          isBusy={editor.action === 'test'}
          isOutline
          onPress={() =>
            void editor.act('test', async () => {
              const { to } = await adminCall('POST /admin/letters/:id/test', { id })
              editor.setOutcome(issueLabels.tested(to))
            })
          }
        />
      </div>
      {preview && (
        <>
          <Choices
            label="How it is shown"
            value={view}
            choices={views}
            onChoose={(chosen) => setView(chosen)}
          />
          <p className="text-15">
            Size: <b>{kilobytes(preview.bytes)}</b> of {kilobytes(letterBytes)} at most
          </p>
          <Problems preview={preview} />
          <p className="text-15 [overflow-wrap:anywhere]">
            Subject: <b>{preview.subject || 'none yet'}</b>
          </p>
          {view === 'text' ? (
            <section
              className="max-h-[70vh] overflow-auto border border-line-2 bg-surface p-14"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
              tabIndex={0}
              aria-label="The letter as plain text"
            >
              <pre className="whitespace-pre-wrap text-15 [overflow-wrap:anywhere]">
                {preview.text}
              </pre>
            </section>
          ) : (
            <iframe
              key={preview.frame}
              className="h-[70vh] max-w-full border border-line-2 bg-white"
              width={widths[view]}
              title={`The letter on a ${view}`}
              src={preview.frame}
              sandbox=""
            />
          )}
        </>
      )}
      <ActionButton
        className="w-fit"
        label="Send or schedule"
        busy="Saving…"
        isBusy={editor.action === 'send'}
        onPress={() => void editor.act('send', goOn)}
      />
    </section>
  )
}

function Problems({ preview: { problems, missing } }: { preview: Preview }) {
  if (problems.length + missing.length === 0) return null
  return (
    <div className={`${boxClass} ${problemClass}`} role="alert">
      <div className="grid gap-6">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        {missing.length > 0 && (
          <>
            <p>{issueLabels.missing}</p>
            <ul className="[overflow-wrap:anywhere]">
              {missing.map((path) => (
                <li key={path}>{path}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
