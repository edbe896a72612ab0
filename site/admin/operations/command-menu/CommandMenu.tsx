import { useStore } from '@nanostores/react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { searchLength } from '#contract/limits.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { lastOpened, rememberOpened } from '#site/admin/lib/lists/last-opened.ts'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { MenuRow } from './MenuRow.tsx'
import {
  commandGroups,
  type Entry,
  type EntryGroup,
  foundEntry,
  foundGroups,
  isNamed,
  searchable,
} from './menu-entries.ts'
import { useMenuSelection } from './use-menu-selection.ts'

/** A search waits for a pause in the typing. */
const afterMs = 120

/** Search over everything that the role may see, and what it may do. */
export function CommandMenu({ onClose }: { onClose(): void }) {
  return (
    <Dialog frame="menu" title="Search" onClose={onClose}>
      {(leave) => <Menu leave={leave} />}
    </Dialog>
  )
}

function Menu({ leave }: { leave(): void }) {
  const role = useStore($member)?.role
  const listId = useId()
  const idOf = ({ key }: Entry) => `${listId}-${key}`
  const [typed, setTyped] = useState('')
  const search = useAdminSearch(typed.trim())
  const { q, data, isCurrent } = search
  const groups = q === '' ? emptyGroups() : foundGroups(data?.groups ?? [])
  const found = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const commands = commandGroups(role, typed, isCurrent || search.error !== undefined)
  const listed = isNamed(commands, q) ? [...commands, ...groups] : [...groups, ...commands]
  const selection = useMenuSelection(listed, role)
  const { active } = selection
  const actions = useMenuActions(leave)
  // Enter means what is typed, not what is still shown from before.
  const open = useOnceCurrent(isCurrent, () => {
    if (active) document.getElementById(idOf(active))?.click()
  })
  const problem = actions.problem ?? search.problem

  useEffect(() => {
    if (active) document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isSearchKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const runs: Record<string, () => unknown> = {
      ArrowDown: () => selection.moveBy(1),
      ArrowUp: () => selection.moveBy(-1),
      Enter: open.request,
      Tab: () => selection.tabBy(event.shiftKey ? -1 : 1),
    }
    const isInField = event.target instanceof HTMLInputElement
    const run: (() => unknown) | undefined = isSearchKey ? leave : runs[event.key]
    if (!run || !(isSearchKey || isInField)) return
    if (run() !== false) event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these are the keys of the search field.
    <div className="contents" onKeyDown={onKeyDown}>
      <div className="menu-head">
        <Icon name="search" size={24} />
        <input
          role="combobox"
          aria-label="Search"
          aria-expanded={selection.hasResults}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={searchLength}
          placeholder={role ? searchable(role) : 'Search'}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            selection.reset()
            open.forget()
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
        {search.isAnswered && (found === 1 ? '1 result' : `${found} results`)}
      </p>
      {problem && <Problem {...problem} />}
      {search.isAnswered && found === 0 && (
        <p className="flex-none px-16 py-14 text-15/150 sm:px-20">
          <b>No results for “{q}”.</b> Try fewer words, or another spelling.
        </p>
      )}
      {q !== '' && !data && !search.error && <Skeleton />}
      <MenuList
        id={listId}
        idOf={idOf}
        selection={selection}
        query={data?.q ?? ''}
        isBusy={!isCurrent}
        pendingKey={actions.pendingKey}
        onPress={actions.press}
      />
      <MenuKeys />
    </div>
  )
}

/** What the server finds; earlier results stay until the next ones are there. */
function useAdminSearch(q: string) {
  const settled = useSettled(q, afterMs)
  const { data, error, isSlow, retry } = useAdminQuery({
    queryKey: ['admin-search', settled],
    enabled: settled !== '',
    queryFn: async () => ({
      q: settled,
      groups: await adminCall('GET /admin/search', { q: settled }),
    }),
  })
  const isCurrent = q === '' || data?.q === q
  const text = error ? 'The search could not be answered.' : 'This takes longer than it should.'
  return {
    q,
    data: q === '' ? undefined : data,
    error,
    isCurrent,
    isAnswered: q !== '' && isCurrent && !error,
    problem: q !== '' && (error || isSlow) ? { text, retry } : undefined,
  }
}

/** Runs what a line of the menu does; one that leads to a page is a link. */
function useMenuActions(leave: () => void) {
  const act = useMutation({
    mutationFn: async ({ run }: Entry) => run?.(),
    onSuccess: (done) => {
      leave()
      if (done?.message) void showToast(done.message, done.undo)
      void queryClient.invalidateQueries()
    },
  })
  const failed = act.isError ? act.variables : undefined
  return {
    pendingKey: act.isPending ? act.variables.key : undefined,
    problem: failed && {
      text: `${failed.title}: ${sentenceOf(act.error, 'something went wrong.')}`,
      retry: () => act.mutate(failed),
    },
    press(entry: Entry) {
      if (entry.found) rememberOpened(entry.found)
      if (!entry.run) setTimeout(leave)
      else if (!act.isPending) act.mutate(entry)
    },
  }
}

/** Does the work once what is shown is current, unless it is forgotten by then. */
function useOnceCurrent(isCurrent: boolean, work: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || !isCurrent) return
    setWaiting(false)
    work()
  })
  return {
    request: () => (isCurrent ? work() : setWaiting(true)),
    forget: () => setWaiting(false),
  }
}

function Problem({ text, retry }: { text: string; retry(): void }) {
  return (
    <div className="menu-problem" role="alert">
      <Icon name="alert" />
      <p>{text}</p>
      <button type="button" className="btn btn-outline" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

interface MenuListProps {
  id: string
  idOf(entry: Entry): string
  selection: ReturnType<typeof useMenuSelection>
  query: string
  isBusy: boolean
  pendingKey: string | undefined
  onPress(entry: Entry): void
}

function MenuList({ id, idOf, selection, query, isBusy, pendingKey, onPress }: MenuListProps) {
  const { shown, active, actions, isOnAction, toggleActions } = selection
  const hintOf = (entry: Entry) => {
    if (entry === active) return <Icon shape={adminIcons.enter} size={14} />
    return !isOnAction && entry === actions?.entries[0] ? 'Tab' : undefined
  }
  return (
    <div
      id={id}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-[40dvh] sm:pb-12"
      role="listbox"
      aria-label="Results"
      aria-busy={isBusy || undefined}
    >
      {shown.map((group, nth) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={group.title} role="group" aria-labelledby={`${id}-${nth}`}>
          <div
            id={`${id}-${nth}`}
            className="px-16 pb-6 pt-14 text-14 font-semibold text-accent sm:px-20"
          >
            {group.title}
          </div>
          {group.entries.map((entry) => (
            <MenuRow
              key={entry.key}
              id={idOf(entry)}
              entry={entry}
              query={query}
              isActive={entry === active}
              hint={hintOf(entry)}
              isBusy={entry.key === pendingKey}
              onPress={() => onPress(entry)}
              onShowActions={
                entry.found && group !== actions ? () => toggleActions(entry) : undefined
              }
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const MenuKeys = () => (
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
)

const Key = ({ icon }: { icon: string }) => (
  <kbd className="menu-key">
    <Icon shape={icon} size={14} />
  </kbd>
)

function emptyGroups(): EntryGroup[] {
  const opened = lastOpened()
  return opened.length > 0 ? [{ title: 'Last opened', entries: opened.map(foundEntry) }] : []
}

/** It has the shape of the results, and is shown late, so that a quick answer does not flicker. */
function Skeleton() {
  return (
    <div className="menu-skeleton" aria-hidden="true">
      {[0, 1, 2].map((nth) => (
        <span key={nth} />
      ))}
    </div>
  )
}
