import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

/** How long a finger rests on a row until it is selected, as phones do it. */
const longPressMs = 500
/** A finger that moves further scrolls. */
const stillPx = 10

/** The rows that are selected; a phone shows boxes once the first is, a laptop always. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const began = useRef<{ x: number; y: number }>(undefined)
  /** The click that ends a long press opens nothing. */
  const isPressed = useRef(false)
  const isSelecting = ids !== undefined
  const held = useRef<{ row: Element; top: number }>(undefined)
  // Rows may become smaller while they are selected: the one under the finger stays there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when selecting begins.
  useLayoutEffect(() => {
    const { row, top } = held.current ?? {}
    held.current = undefined
    if (row && top !== undefined) scrollBy(0, row.getBoundingClientRect().top - top)
  }, [isSelecting])

  const toggle = (id: string) =>
    setIds((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const stop = () => clearTimeout(timer.current)

  return {
    isSelecting,
    count: ids?.size ?? 0,
    has: (id: string) => ids?.has(id) ?? false,
    toggle,
    select: (all: readonly string[]) => setIds(new Set(all)),
    /** Begins, or ends. */
    turn: () => setIds((before) => (before ? undefined : new Set())),
    end: () => setIds(undefined),
    /** Props for the row: a long press selects it, and a press does while rows are being selected. */
    rowProps: (id: string) => ({
      onPointerDown(event: PointerEvent) {
        isPressed.current = false
        if (event.pointerType === 'mouse') return
        began.current = { x: event.clientX, y: event.clientY }
        stop()
        const row = event.currentTarget
        timer.current = setTimeout(() => {
          isPressed.current = true
          held.current = { row, top: row.getBoundingClientRect().top }
          setIds((before) => new Set(before).add(id))
        }, longPressMs)
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const from = began.current
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > stillPx) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      // The menu that a long press on a link opens.
      onContextMenu: (event: MouseEvent) => isPressed.current && event.preventDefault(),
      onClick({ target }: MouseEvent) {
        if (ids && !(target as Element).closest('a, button, label, input')) toggle(id)
      },
      onClickCapture(event: MouseEvent) {
        if (!isPressed.current) return
        isPressed.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }),
  }
}

export type Selection = ReturnType<typeof useSelection>
