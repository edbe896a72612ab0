import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: string
  /** It is empty because everything is done: the sun stands over it. */
  isDone?: boolean
  children?: ReactNode
}

/** The empty state of a list; that of a place which never had anything is EmptyGuide. */
export function EmptyList({ title, text, isDone = false, children }: Props) {
  return (
    <div className="py-32">
      {isDone && (
        <svg className="mb-20" width={120} height={80} viewBox="0 0 120 80" aria-hidden="true">
          <circle cx={60} cy={44} r={30} fill="var(--sun)" />
          <path fill="var(--deep)" d="M0 60h120v20H0Z" />
        </svg>
      )}
      <h3 className="text-25/110">{title}</h3>
      <p className="mb-20 mt-8 text-ink-2">{text}</p>
      {children}
    </div>
  )
}

interface ShowAllProps {
  label?: string
  onPress(): void
}

/** The way out of a list that is empty because it was narrowed. */
export function ShowAll({ label = 'Show all', onPress }: ShowAllProps) {
  return (
    <button type="button" className="btn btn-outline" onClick={onPress}>
      {label}
    </button>
  )
}

interface NothingFoundProps {
  /** "books", or undefined where the title names none. */
  things?: string
  label?: string
  onShowAll(): void
}

/** Takes the place of the rows of a search, or of a filter, that finds none. */
export function NothingFound({ things, label = 'Show all', onShowAll }: NothingFoundProps) {
  return (
    <EmptyList
      title={things ? `No ${things} found` : 'Nothing found'}
      text="Try another word, or look at all of them."
    >
      <ShowAll label={label} onPress={onShowAll} />
    </EmptyList>
  )
}

/** Takes the place of the rows of a page that is beyond the last one by now. */
export function NothingOnPage({ onFirst }: { onFirst(): void }) {
  return (
    <EmptyList title="Nothing on this page" text="The list has become shorter meanwhile.">
      <ShowAll label="To the first page" onPress={onFirst} />
    </EmptyList>
  )
}
