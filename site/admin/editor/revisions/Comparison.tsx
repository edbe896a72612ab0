import { useMemo, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { countWords } from '#contract/magazine/read-time.ts'
import { uploadId } from '#contract/uploads.ts'
import { compareWords, type Part, type Row } from '#markdown/compare-words.ts'
import {
  type BlockKind,
  blockOf,
  formattedWords,
  plainWords,
  type Run,
  runsOf,
} from '#markdown/formatted-words.ts'
import { formatCounted, formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { ChangedWords } from '#site/ui/ChangedWords.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import {
  type Pair,
  type Revised,
  type RevisionSource,
  useCompared,
  type Whole,
} from './use-revisions.ts'

interface Props<Fields> {
  source: RevisionSource<Fields>
  document: Revised
  pair: Pair
  restoring: number | undefined
  onRestore(number: number): void
}

/** The sides of each paragraph that a narrow screen shows. */
type Shown = 'both' | 'before' | 'after'

/** Two revisions compared by words: side by side, on a phone one below the other. */
export function Comparison<Fields>({
  source,
  document,
  pair,
  restoring,
  onRestore,
}: Props<Fields>) {
  const query = useCompared(source, pair)
  const [shown, setShown] = useState<Shown>('both')
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <section
      id="comparison"
      className="min-w-0 max-[68.74em]:mt-32"
      aria-labelledby="compared"
      tabIndex={-1}
    >
      <h2 id="compared" className="border-b-2 border-ink pb-12 text-25/110">
        What changed
      </h2>
      <Loaded
        query={query}
        things="the two states"
        failed={
          isGone ? errorSentences[404].revisionNotFound : 'These two states could not be loaded.'
        }
        rows={3}
      >
        {({ before, after }) => (
          <>
            <div className="grid gap-x-32 md:grid-cols-2">
              {([before, after] as const).map((state, index) => (
                <State
                  key={index === 0 ? 'before' : 'after'}
                  side={index === 0 ? 'Before' : 'After'}
                  state={state}
                  isNewest={state.number === document.head}
                  isClosed={document.isClosed}
                  isRestoring={restoring === state.number}
                  onRestore={() => onRestore(state.number)}
                />
              ))}
            </div>
            <div className="py-12 md:hidden">
              <Choices<Shown>
                label="What to show"
                isCompact
                value={shown}
                choices={[
                  { value: 'both', label: 'Both' },
                  { value: 'before', label: 'Before' },
                  { value: 'after', label: 'After' },
                ]}
                onChoose={setShown}
              />
            </div>
            <Fields source={source} before={before} after={after} shown={shown} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function State<Fields>({
  side,
  state: { number, savedAt, savedByName },
  isNewest,
  isClosed,
  isRestoring,
  onRestore,
}: {
  side: 'Before' | 'After'
  state: Whole<Fields>
  isNewest: boolean
  isClosed: boolean
  isRestoring: boolean
  onRestore(): void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-8 border-b border-line py-14">
      <div className="min-w-0">
        <h3 className="text-19/120">{side}</h3>
        <p className={`${bylineClass} [overflow-wrap:anywhere]`}>
          {formatMoment(savedAt)} · {savedByName}
        </p>
      </div>
      {isNewest && <span className={bylineClass}>The newest</span>}
      {!isNewest && !isClosed && (
        <ActionButton
          key={number}
          label="Restore"
          busy="Restoring..."
          isBusy={isRestoring}
          isOutline
          icon={<Icon shape={adminIcons.undo} size={18} />}
          onPress={onRestore}
        />
      )}
    </div>
  )
}

interface FieldsProps<Fields> {
  source: RevisionSource<Fields>
  before: Whole<Fields>
  after: Whole<Fields>
  shown: Shown
}

function Fields<Fields>({ source, before, after, shown }: FieldsProps<Fields>) {
  const compared = useMemo(
    () =>
      namesOf(source.compared).map((field) => ({
        label: source.compared[field],
        rows: compareWords(textOf(before.fields, field), textOf(after.fields, field)),
      })),
    [source, before, after],
  )
  const others = namesOf(source.others)
    .filter((field) => JSON.stringify(before.fields[field]) !== JSON.stringify(after.fields[field]))
    .map((field) => source.others[field])
  const rows = compared.flatMap((field) => field.rows)
  return (
    <>
      <p className="py-14 font-semibold" role="status">
        {summaryOf(rows)}
        {others.length > 0 && ` Also different: ${others.join(', ')}.`}
      </p>
      {compared.map(
        ({ label, rows }) =>
          rows.length > 0 && (
            <section key={label} aria-label={label}>
              <h3 className="mt-16 text-19/120">{label}</h3>
              {rows.map((row, index) => (
                <Paragraph key={String(index)} row={row} shown={shown} />
              ))}
            </section>
          ),
      )}
    </>
  )
}

/** The text as it is read; other fields have no Markdown. */
function textOf<Fields>(fields: Fields, name: keyof Fields): string {
  const value = String(fields[name])
  return name === 'content' ? formattedWords(value) : value
}

const namesOf = <Names extends object>(labels: Names) => Object.keys(labels) as (keyof Names)[]

const cellClass = 'min-w-0 whitespace-pre-line py-8 [overflow-wrap:anywhere]'

const blockClasses: Record<BlockKind, string> = {
  paragraph: '',
  heading: 'font-display text-25/115 font-heavy',
  subheading: 'font-display text-19/120 font-heavy',
  quote: 'border-l-6 border-accent pl-16 italic',
  pullQuote: 'border-y-2 border-ink font-display text-21/120 font-heavy',
  divider: 'after:mx-auto after:my-12 after:block after:w-96 after:border-t-2 after:border-ink',
  picture: '',
}

const kindOf = (parts: Part[]) => blockOf(parts.map(({ text }) => text).join('')).kind

const draw = (text: string) =>
  runsOf(text).map((run, index) => <Words key={String(index)} run={run} />)

function Words({ run: { text, isStrong, isEm, isLink } }: { run: Run }) {
  const words = plainWords(text)
  const strong = isStrong ? <strong>{words}</strong> : words
  const em = isEm ? <em>{strong}</em> : strong
  return isLink ? <u className="underline underline-offset-3">{em}</u> : em
}

/** It stands above the words that belong to it. */
function Picture({ parts }: { parts: Part[] }) {
  const { words } = blockOf(parts.map(({ text }) => text).join(''))
  const [src = ''] = words.split('\n')
  return uploadId(src) ? <img className="max-h-128" src={src} alt="" /> : null
}

function Paragraph({ row: { before, after }, shown }: { row: Row; shown: Shown }) {
  const isSame = [...before, ...after].every(({ kind }) => kind === 'same')
  const side = (parts: Part[], name: 'before' | 'after') => {
    // A paragraph that is the same on both sides appears once on a phone.
    const isHidden =
      parts.length === 0 || (shown === 'both' ? isSame && name === 'before' : shown !== name)
    return (
      <p
        className={`${cellClass} ${blockClasses[kindOf(parts)]} ${isHidden ? 'max-md:hidden' : ''}`}
      >
        {kindOf(parts) === 'picture' && <Picture parts={parts} />}
        <ChangedWords parts={parts} draw={draw} />
      </p>
    )
  }
  return (
    <div className="grid gap-x-32 border-b border-line md:grid-cols-2">
      {side(before, 'before')}
      {side(after, 'after')}
    </div>
  )
}

function summaryOf(rows: Row[]): string {
  const count = (kind: Part['kind']) =>
    rows
      .flatMap(({ before, after }) => [...before, ...after])
      .filter((part) => part.kind === kind)
      .reduce((total, { text }) => total + countWords(plainWords(text)), 0)
  const [removed, added] = [count('removed'), count('added')]
  if (removed + added === 0) return 'No words differ.'
  const words = (number: number) => formatCounted(number, 'word')
  return `${words(removed)} removed, ${words(added)} added.`
}
