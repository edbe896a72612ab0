import { useEffect, useLayoutEffect, useState } from 'react'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { type CardKind, type Insert, insertsOf } from '../inserts.ts'
import { InsertList } from './later-parts.ts'
import type { ListKey } from './rich-text.ts'
import type { Selected } from './selected.ts'
import type { RichField } from './use-rich-field.ts'

/** What can be inserted: all of it as tiles or as a list, or what fits the words after a slash. */
export function useInserting(
  { rich, place, mode, selected }: RichField,
  onCard: ((kind: CardKind) => void) | undefined,
  choosePicture: () => void,
) {
  const [form, setForm] = useState<'tiles' | 'list'>()
  const [chosen, setChosen] = useState(0)
  /** The line whose slash is meant as text. */
  const [keptAt, setKeptAt] = useState<number>()
  const line = mode === 'rich' ? selected?.line : undefined
  const typed = line?.text ?? ''
  const inserts = insertsOf(onCard !== undefined, typed)
  const isWanted = typed ? keptAt !== line?.at && form !== 'tiles' : form === 'list'
  const isListed = line !== undefined && inserts.length > 0 && isWanted
  const top = useTopOf(line?.at, selected, rich, place)
  useEffect(() => {
    if (!typed) setKeptAt(undefined)
    setChosen(0)
  }, [typed])
  useEffect(() => {
    rich.current?.announceOption(isListed ? `insert-${chosen}` : undefined)
  }, [isListed, chosen, rich])

  const close = () => {
    setForm(undefined)
    rich.current?.focus()
  }
  const open = () => {
    if (!rich.current) return
    if (form) return close()
    if (matchMedia('(min-width: 56.25em)').matches) {
      rich.current.focus()
      setForm('list')
    } else setForm('tiles')
  }
  const insert = ({ name }: Insert) => {
    setForm(undefined)
    if (typed) rich.current?.clearLine()
    if (name === 'picture') choosePicture()
    else if (name === 'story' || name === 'book') onCard?.(name)
    else rich.current?.run(name)
  }
  const keepLine = () => {
    setForm(undefined)
    setKeptAt(line?.at)
  }
  const choose = (index: number) => {
    const wanted = inserts[index]
    if (wanted) insert(wanted)
    else keepLine()
  }
  const pressKey = (key: ListKey): boolean => {
    if (!isListed) return false
    const count = inserts.length + (typed ? 1 : 0)
    if (key === 'Escape') keepLine()
    else if (key === 'Enter') choose(chosen)
    else setChosen((chosen + (key === 'ArrowDown' ? 1 : count - 1)) % count)
    return true
  }
  return {
    form,
    inserts,
    typed,
    chosen,
    line,
    isListed,
    top,
    open,
    close,
    insert,
    choose,
    pressKey,
  }
}

/** Where a line is, from the top of the text. */
function useTopOf(
  at: number | undefined,
  selected: Selected | undefined,
  rich: RichField['rich'],
  place: RichField['place'],
) {
  const [top, setTop] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the text moves the line.
  useLayoutEffect(() => {
    const element = at === undefined ? null : rich.current?.elementAt(at)
    const around = place.current?.getBoundingClientRect()
    if (element && around) setTop(element.getBoundingClientRect().top - around.top)
  }, [at, selected])
  return top
}

/** Stands beside or below the line with the caret. */
export function InsertHere({ inserting }: { inserting: ReturnType<typeof useInserting> }) {
  const { form, inserts, typed, chosen, line, isListed, top, open, choose } = inserting
  return (
    <>
      {line && !form && (
        <button
          type="button"
          className="absolute right-0 -mt-7 grid size-44 place-items-center bg-sunrise text-on-sun max-md:[[data-empty]_&]:left-0 max-md:[[data-empty]_&]:right-auto md:-mt-5 md:right-auto md:left-[-58px] md:size-40"
          style={{ top }}
          aria-label="Insert here"
          onMouseDown={(event) => event.preventDefault()}
          onClick={open}
        >
          <Icon shape={adminIcons.plus} />
        </button>
      )}
      {isListed && (
        <InsertList
          inserts={inserts}
          typed={typed}
          chosen={chosen}
          top={top + 40}
          onChoose={choose}
        />
      )}
    </>
  )
}
