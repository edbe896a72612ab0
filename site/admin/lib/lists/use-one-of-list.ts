import type { QueryKey } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { type AdminQuery, useAdminQuery } from '../use-admin-query.ts'
import { addressOf, type ListParams } from './use-list-params.ts'

/** In place of an id in the address it stands for the form of a new one. */
export const newOne = 'new'

/** Undefined where nothing is open, or the form of a new one. */
export const idOf = (opened: string | undefined) => (opened === newOne ? undefined : opened)

interface OfList {
  rowId(id: string): string
  /** Takes the focus where the row is gone. */
  listId?: string
}

interface Opened extends OfList {
  /** The address has been read. */
  isKnown: boolean
  /** What the address names; undefined: the list. */
  opened: string | undefined
}

/**
 * The focus of a list with one thing open over it follows opening and closing, except for what the initial address opens.
 * Returns whether what is open takes it.
 */
export function useFocusOfOne({ isKnown, opened, rowId, listId = 'list' }: Opened): boolean {
  const before = useRef<{ opened: string | undefined }>(undefined)
  const [takesFocus, setTakesFocus] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening and closing.
  useEffect(() => {
    if (!isKnown) return
    const closed = before.current?.opened
    if (before.current && opened) setTakesFocus(true)
    if (closed && !opened) {
      const next = document.getElementById(rowId(closed)) ?? document.getElementById(listId)
      next?.focus()
    }
    before.current = { opened }
  }, [isKnown, opened])
  return takesFocus
}

/**
 * A list with one thing open over it, which the parameter `name` of the address says: what is open, and what its page
 * needs of the list. Parameters `beside` it go with it.
 */
export function useOneOfList<Status extends string>(
  { params, isKnown, change }: ListParams<Status>,
  name: string,
  { beside = [], ...list }: OfList & { beside?: readonly string[] },
) {
  const opened = params[name]
  const takesFocus = useFocusOfOne({ isKnown, opened, ...list })
  const closed = Object.fromEntries([name, ...beside].map((one) => [one, '']))
  // Only a browser, which alone opens one, has an address.
  const listHref = opened ? addressOf({ ...params, ...closed }) : ''
  return {
    opened,
    open: (id: string) => change({ [name]: id }),
    page: { takesFocus, listHref, onBack: () => change(closed) },
  }
}

/** The heading of what is open, which takes the focus. */
export function useOpenedHeading(takesFocus: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [takesFocus])
  return heading
}

/** What is open; null where there is no such thing. */
export function useOne<T>(
  queryKey: QueryKey,
  load: () => Promise<T>,
  enabled = true,
): AdminQuery<T | null> {
  return useAdminQuery<T | null>({
    queryKey,
    enabled,
    queryFn: () =>
      load().catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
}
