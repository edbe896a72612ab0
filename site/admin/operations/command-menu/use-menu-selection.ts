import { useState } from 'react'
import type { Role } from '#contract/roles.ts'
import { actionsOn, type Entry, type EntryGroup } from './menu-entries.ts'

/** Which line of the menu is active, and which result shows what can be done with it. */
export function useMenuSelection(listed: EntryGroup[], role: Role | undefined) {
  const [isWide] = useState(() => matchMedia('(min-width: 40em)').matches)
  const [activeKey, setActive] = useState<string>()
  const [actionsKey, setActionsKey] = useState<string>()
  const results = listed.flatMap(({ entries }) => entries)
  const actionsOf = ({ found }: Entry) => (found ? actionsOn(found, role) : undefined)
  const hasKey = ({ key }: Entry) => key === activeKey
  /** The result that is active, or whose action is. */
  const chosen =
    results.find(hasKey) ??
    results.find((entry) => actionsOf(entry)?.entries.some(hasKey)) ??
    results.find(({ isOnlyChosen }) => !isOnlyChosen)
  const showsActions = chosen && (isWide || actionsKey === chosen.key)
  const actions = showsActions ? actionsOf(chosen) : undefined
  const active = [...results, ...(actions?.entries ?? [])].find(hasKey) ?? chosen
  const isOnAction = active !== undefined && active !== chosen

  /** Moves to the next line: before a result's first action is the result, after its last one the next result. */
  const moveBy = (step: number) => {
    const atEnd = results.at(step > 0 ? 0 : -1)
    if (!chosen || !active) return setActive(atEnd?.key)
    const among = isOnAction ? (actions?.entries ?? []) : results
    const next = among[among.indexOf(active) + step]
    if (next) return setActive(next.key)
    if (!isOnAction) return setActive(atEnd?.key)
    setActive(step < 0 ? chosen.key : (results[results.indexOf(chosen) + 1] ?? chosen).key)
  }

  /** Moves around the result and its actions; returns whether there is anywhere to go. */
  const tabBy = (step: number): boolean => {
    const entries = (chosen && actionsOf(chosen)?.entries) ?? []
    if (!chosen || !active || entries.length === 0) return false
    const ring = [chosen, ...entries]
    const at = ring.findIndex(({ key }) => key === active.key)
    if (at === 0 && step < 0) return false
    setActionsKey(chosen.key)
    setActive(ring[(at + step) % ring.length]?.key)
    return true
  }

  return {
    active,
    actions,
    isOnAction,
    hasResults: results.length > 0,
    /** The groups, each result's actions below its group. */
    shown: listed.flatMap((group) =>
      actions && chosen && group.entries.includes(chosen) ? [group, actions] : [group],
    ),
    moveBy,
    tabBy,
    toggleActions({ key }: Entry) {
      setActive(key)
      setActionsKey((before) => (before === key ? undefined : key))
    },
    reset() {
      setActive(undefined)
      setActionsKey(undefined)
    },
  }
}
