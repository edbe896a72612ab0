import { useStore } from '@nanostores/react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { searchLength } from '#contract/limits.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { lastOpened, rememberOpened } from '#site/admin/lib/lists/last-opened.ts'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { MenuRow } from './MenuRow.tsx'
import {
  actionsOn,
  commandGroups,
  type Entry,
  type EntryGroup,
  foundEntry,
  foundGroups,
  isNamed,
  searchable,
} from './menu-entries.ts'

/** A search waits for a pause in the typing. */
const afterMs = 120

/** Search over everything that the role may see, and what it may do. */
export function CommandMenu({ onClose }: { onClose(): void }) {
  const role = useStore($member)?.role
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [isWide] = useState(() => matchMedia('(min-width: 40em)').matches)
  const q = typed.trim()
  const settled = useSettled(q, afterMs)
  const query = useAdminQuery({
    queryKey: ['admin-search', settled],
    enabled: settled !== '',
    queryFn: async () => ({
      q: settled,
      groups: await adminCall('GET /admin/search', { q: settled }),
    }),
  })
  const act = useMutation({
    mutationFn: async ({ run }: Entry) => run?.(),
    onSuccess: (done) => {
      leave()
      if (done?.message) void showToast(done.message, done.undo)
      void queryClient.invalidateQueries()
    },
  })

  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  /** Not left to the browser's close event, which is sent after the focus has returned. */
  const leave = () => {
    if (!dialog.current?.open) return
    dialog.current.close()
    onClose()
  }

  const data = q === '' ? undefined : query.data
  const isCurrent = q === '' || data?.q === q
  const groups = q === '' ? emptyGroups() : foundGroups(data?.groups ?? [])
  const commands = commandGroups(role, typed, isCurrent || query.error !== undefined)
  const listed = isNamed(commands, q) ? [...commands, ...groups] : [...groups, ...commands]

  const [activeKey, setActive] = useState<string>()
  const [actionsKey, setActionsKey] = useState<string>()
  const results = listed.flatMap(({ entries }) => entries)
  const ownerOf = (key: string | undefined) =>
    results.find((entry) => entry.key === key) ??
    results.find(
      ({ found }) => found && actionsOn(found, role).entries.some((it) => it.key === key),
    )
  /** The result that is active, or whose action is. */
  const chosen = ownerOf(activeKey) ?? results.find(({ isOnlyChosen }) => !isOnlyChosen)
  const showsActions = chosen?.found && (isWide || actionsKey === chosen.key)
  const actions = showsActions && chosen.found ? actionsOn(chosen.found, role) : undefined
  const active =
    [...results, ...(actions?.entries ?? [])].find(({ key }) => key === activeKey) ?? chosen
  const isOnAction = active !== undefined && active !== chosen
  const shown: EntryGroup[] = listed.flatMap((group) =>
    actions && chosen && group.entries.includes(chosen) ? [group, actions] : [group],
  )
  const idOf = ({ key }: Entry) => `${listId}-${key}`

  useEffect(() => {
    if (active) document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' })
  })

  const press = (entry: Entry) => {
    if (entry.found) rememberOpened(entry.found)
    if (!entry.run) setTimeout(leave)
    else if (!act.isPending) act.mutate(entry)
  }

  // Enter means what is typed, not what is still shown from before.
  const [isWaiting, setWaiting] = useState(false)
  const open = () => active && document.getElementById(idOf(active))?.click()
  useEffect(() => {
    if (!isWaiting || !isCurrent) return
    setWaiting(false)
    open()
  })

  const moveBy = (step: number) => {
    if (!chosen || !active) return setActive(results.at(step > 0 ? 0 : -1)?.key)
    const among = isOnAction ? (actions?.entries ?? []) : results
    const next = among[among.indexOf(active) + step]
    if (next) return setActive(next.key)
    // Before its first action is the result, after its last one the next result.
    if (!isOnAction) return setActive(results.at(step > 0 ? 0 : -1)?.key)
    setActive(step < 0 ? chosen.key : (results[results.indexOf(chosen) + 1] ?? chosen).key)
  }

  const tabBy = (step: number): boolean => {
    const entries = chosen?.found ? actionsOn(chosen.found, role).entries : []
    if (!chosen || !active || entries.length === 0) return false
    const ring = [chosen, ...entries]
    const at = ring.findIndex(({ key }) => key === active.key)
    if (at === 0 && step < 0) return false
    setActionsKey(chosen.key)
    setActive(ring[(at + step) % ring.length]?.key)
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isInField = event.target instanceof HTMLInputElement
    const isSearchKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const runs: Record<string, () => unknown> = {
      ArrowDown: () => moveBy(1),
      ArrowUp: () => moveBy(-1),
      Enter: () => (isCurrent ? open() : setWaiting(true)),
    }
    if (isSearchKey) leave()
    else if (!isInField) return
    else if (event.key === 'Tab') {
      if (!tabBy(event.shiftKey ? -1 : 1)) return
    } else if (runs[event.key]) runs[event.key]?.()
    else return
    event.preventDefault()
  }

  const failed = act.isError ? act.variables : undefined
  const problem = failed
    ? { text: `${failed.title}: ${whyNot(act.error)}`, retry: () => act.mutate(failed) }
    : q !== '' && (query.error || query.isSlow)
      ? {
          text: query.error
            ? 'The search could not be answered.'
            : 'This takes longer than it should.',
          retry: query.retry,
        }
      : undefined
  const found = groups.reduce((sum, { entries }) => sum + entries.length, 0)

  return (
    <dialog
      ref={dialog}
      className="command-menu cut"
      aria-label="Search"
      onClose={leave}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClick={(event) => event.target === dialog.current && leave()}
      onKeyDown={onKeyDown}
    >
      <div className="menu-head">
        <Icon name="search" size={24} />
        <input
          role="combobox"
          aria-label="Search"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={searchLength}
          placeholder={role ? searchable(role) : 'Search'}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(undefined)
            setActionsKey(undefined)
            setWaiting(false)
          }}
        />
        <button type="button" className="menu-close" aria-label="Close" onClick={leave}>
          <span className="menu-key" aria-hidden="true">
            Esc
          </span>
          <Icon name="close" size={22} />
        </button>
      </div>
      <p className="sr-only" role="status">
        {q !== '' && isCurrent && !query.error && (found === 1 ? '1 result' : `${found} results`)}
      </p>
      {problem && (
        <div className="menu-problem" role="alert">
          <Icon name="alert" />
          <p>{problem.text}</p>
          <button type="button" className="btn btn-outline" onClick={problem.retry}>
            Try again
          </button>
        </div>
      )}
      {q !== '' && isCurrent && found === 0 && !query.error && (
        <p className="menu-none">
          <b>No results for “{q}”.</b> Try fewer words, or another spelling.
        </p>
      )}
      {q !== '' && !data && !query.error && <Skeleton />}
      <div
        id={listId}
        className="menu-list"
        role="listbox"
        aria-label="Results"
        aria-busy={!isCurrent || undefined}
      >
        {shown.map((group, nth) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={group.title} role="group" aria-labelledby={`${listId}-${nth}`}>
            <div id={`${listId}-${nth}`} className="menu-title">
              {group.title}
            </div>
            {group.entries.map((entry) => (
              <MenuRow
                key={entry.key}
                id={idOf(entry)}
                entry={entry}
                query={data?.q ?? ''}
                isActive={entry === active}
                hint={
                  entry === active ? (
                    <Icon shape={adminIcons.enter} size={14} />
                  ) : !isOnAction && entry === actions?.entries[0] ? (
                    'Tab'
                  ) : undefined
                }
                isBusy={act.isPending && entry.key === act.variables.key}
                onPress={() => press(entry)}
                onShowActions={
                  entry.found && group !== actions
                    ? () => {
                        setActive(entry.key)
                        setActionsKey((key) => (key === entry.key ? undefined : entry.key))
                      }
                    : undefined
                }
              />
            ))}
          </div>
        ))}
      </div>
      <p className="menu-keys" aria-hidden="true">
        <span>
          <Key icon={adminIcons.arrowUp} /> <Key icon={icons.arrowDown} /> move
        </span>
        <span>
          <Key icon={adminIcons.enter} /> open
        </span>
        <span>
          <kbd className="menu-key">Tab</kbd> actions
        </span>
        <span>
          <kbd className="menu-key">Ctrl</kbd> <kbd className="menu-key">/</kbd> all keys
        </span>
      </p>
    </dialog>
  )
}

const whyNot = (error: unknown) => sentenceOf(error, 'something went wrong.')

const Key = ({ icon }: { icon: string }) => (
  <kbd className="menu-key">
    <Icon shape={icon} size={14} />
  </kbd>
)

function emptyGroups(): EntryGroup[] {
  const opened = lastOpened()
  return opened.length > 0 ? [{ title: 'Last opened', entries: opened.map(foundEntry) }] : []
}

/** In the shape of the results. Shown late, so that a quick answer does not flicker. */
function Skeleton() {
  return (
    <div className="menu-skeleton" aria-hidden="true">
      {[0, 1, 2].map((nth) => (
        <span key={nth} />
      ))}
    </div>
  )
}
