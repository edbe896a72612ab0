import type { ReactNode, Ref } from 'react'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { EmptyList } from './EmptyList.tsx'
import { Loaded } from './Loaded.tsx'
import { PageBar } from './PageBar.tsx'

/** What the page of one thing gets from the list that it is open over. */
export interface OpenProps {
  /** It was just opened: it takes the focus. */
  takesFocus: boolean
  listHref: string
  onBack(): void
}

interface Props extends Omit<OpenProps, 'takesFocus'> {
  title: string
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function OnePage({ title, headingRef, listHref, onBack, children }: Props) {
  return (
    <section aria-label={title}>
      <PageBar
        title={title}
        headingRef={headingRef}
        backHref={listHref}
        backLabel="Back to the list"
        onBack={onBack}
      />
      {children}
    </section>
  )
}

interface LoadedProps<T> {
  query: AdminQuery<T | null>
  /** As in "Loading the invoice". */
  name: string
  /** Its heading, where there is no such thing. */
  missing: string
  /** What to do then. */
  look?: string
  children(one: T): ReactNode
}

/** It, once it is loaded, or that there is no such thing. */
export function LoadedOne<T>({ query, name, missing, look, children }: LoadedProps<T>) {
  return (
    <Loaded
      query={query}
      things={`the ${name}`}
      failed={`This ${name} could not be loaded.`}
      rows={3}
    >
      {(one) =>
        one === null ? (
          <EmptyList
            title={missing}
            text={look ?? `There is no such ${name}. Please look at the list again.`}
          />
        ) : (
          children(one)
        )
      }
    </Loaded>
  )
}
