import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { minutesOf, sayMinutes } from '#contract/shop/reading.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { useFocusNext } from '#site/admin/lib/lists/use-focus-next.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { PdfChapter } from './PdfChapter.tsx'

type Text = OutputOf<'GET /admin/books/:id/pdf-text'>
type Row = Text['chapters'][number]

interface Props {
  bookId: string
  /** Another PDF has another text. */
  uploadedAt: string
  /** Something of it was changed or approved. */
  onChanged(): void
}

const openerOf = (number: number) => `pdf-open-${number}`

/** The text of the PDF as chapters, which the publisher corrects, joins, leaves out and approves. */
export function PdfText(props: Props) {
  const { bookId: id, uploadedAt } = props
  const { text, error, problem, isBusy, run, saved } = useText(props)
  const typed = useTyped()
  if (!text) return <FieldNote error={error ? sentenceOf(error, notLoaded) : undefined} />
  const { revision, isApproved, chapters } = text
  const leaveOut = (number: number, isLeftOut: boolean) =>
    run(openerOf(number), () =>
      adminCall('PATCH /admin/books/:id/pdf-text/:number', { id, number, isLeftOut }),
    )
  return (
    <section
      className="mt-36 grid gap-12 border-t-2 border-ink pt-16"
      aria-labelledby="pdf-text-title"
    >
      <h2 id="pdf-text-title" className="text-22/115" tabIndex={-1}>
        Text of the PDF
      </h2>
      <p className="text-ink-2">
        The order of a PDF’s text can be wrong. Look through each chapter, correct what was read
        wrong, and leave out what nobody reads, such as a list of contents.
      </p>
      <ol className="border-b border-line">
        {chapters.map((chapter, at) => {
          const { number } = chapter
          const before = chapters.slice(0, at).findLast(({ isLeftOut }) => !isLeftOut)
          return (
            <ChapterRow
              key={number}
              chapter={chapter}
              at={at + 1}
              onTakeBack={() => leaveOut(number, false)}
            >
              <PdfChapter
                bookId={id}
                uploadedAt={uploadedAt}
                number={number}
                onTyped={typed.note}
                onSaved={() => saved(openerOf(number))}
                onLeaveOut={() => leaveOut(number, true)}
                onJoin={
                  before &&
                  (() =>
                    run(openerOf(before.number), () =>
                      adminCall('POST /admin/books/:id/pdf-text/:number/join', {
                        id,
                        number,
                        revision,
                      }),
                    ))
                }
              />
            </ChapterRow>
          )
        })}
      </ol>
      <FieldNote error={problem} role="alert" />
      <Approval
        isApproved={isApproved}
        isBusy={isBusy}
        typedInto={chapters.findIndex(({ number }) => number === typed.first) + 1}
        onApprove={() =>
          run('pdf-text-title', () =>
            adminCall('POST /admin/books/:id/pdf-text/approve', { id, revision }),
          )
        }
      />
    </section>
  )
}

/** The text, and its changes, of which each answers the text as it is then. */
function useText({ bookId: id, uploadedAt, onChanged }: Props) {
  const client = useQueryClient()
  const queryKey = ['pdf text', id, uploadedAt]
  const focusNext = useFocusNext()
  const { data: text, error } = useQuery({
    queryKey,
    queryFn: () => adminCall('GET /admin/books/:id/pdf-text', { id }),
  })
  const change = useMutation({
    mutationFn: (send: () => Promise<Text>) => send(),
    onSuccess(next) {
      client.setQueryData(queryKey, next)
      void client.invalidateQueries({ queryKey: ['pdf chapter', id, uploadedAt] })
      onChanged()
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
  return {
    text,
    error,
    problem: change.error ? sentenceOf(change.error, notDone) : undefined,
    isBusy: change.isPending,
    /** `focus`: the element that takes it once the change is made. */
    run(focus: string, send: () => Promise<Text>) {
      if (!change.isPending) change.mutate(send, { onSuccess: () => focusNext(focus) })
    },
    /** A chapter of it was saved. */
    saved(focus: string) {
      void client.invalidateQueries({ queryKey })
      onChanged()
      focusNext(focus)
    },
  }
}

const notLoaded = 'The text could not be loaded. Please load this page again.'
const notDone = 'That did not get through. Please try again.'

/** The chapters with text that is not saved. */
function useTyped() {
  const [typed, setTyped] = useState<number[]>([])
  useLeaveWarning(typed.length > 0, true)
  const note = useCallback(
    (number: number, isTyped: boolean) =>
      setTyped((before) => [
        ...before.filter((one) => one !== number),
        ...(isTyped ? [number] : []),
      ]),
    [],
  )
  return { first: typed[0], note }
}

interface RowProps {
  chapter: Row
  at: number
  onTakeBack(): void
  /** What is below it, from when it is first opened. */
  children: ReactNode
}

function ChapterRow({ chapter, at, onTakeBack, children }: RowProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const { number, title, words, isLeftOut } = chapter
  const place = <span className="w-24 flex-none text-accent">{at}</span>
  if (isLeftOut)
    return (
      <li className="flex flex-wrap items-center gap-x-12 gap-y-4 border-t border-line py-8">
        {place}
        <span className="min-w-0 flex-[1_1_120px] text-ink-2">{title} (left out)</span>
        <Button id={openerOf(number)} onClick={onTakeBack}>
          Take it back<span className="sr-only"> {title}</span>
        </Button>
      </li>
    )
  return (
    <li className="border-t border-line">
      <button
        type="button"
        id={openerOf(number)}
        className="flex min-h-44 w-full items-center gap-12 py-8 text-left"
        aria-expanded={isOpen ?? false}
        onClick={() => setOpen(!isOpen)}
      >
        {place}
        <span className="min-w-0 flex-1 font-semibold">{title}</span>
        <span className="flex-none text-14 text-ink-2">{sayMinutes(minutesOf(words))}</span>
      </button>
      {isOpen !== undefined && <div hidden={!isOpen}>{children}</div>}
    </li>
  )
}

interface ApprovalProps {
  isApproved: boolean
  isBusy: boolean
  /** The place of a chapter with text that is not saved; 0: there is none. */
  typedInto: number
  onApprove(): void
}

function Approval({ isApproved, isBusy, typedInto, onApprove }: ApprovalProps) {
  if (isApproved)
    return (
      <p role="status">
        This text is approved. With “Readable here” on, buyers read it on this site.
      </p>
    )
  return (
    <>
      <FieldNote
        error={typedInto > 0 ? `Save what you typed into chapter ${typedInto} first.` : undefined}
      />
      <ActionButton
        className="justify-self-start"
        label="Approve this text"
        busy="Approving…"
        isBusy={isBusy}
        onPress={() => typedInto === 0 && onApprove()}
      />
    </>
  )
}
