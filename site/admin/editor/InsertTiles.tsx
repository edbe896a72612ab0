import { useEffect, useRef } from 'react'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { Insert } from './inserts.ts'

interface Props {
  inserts: readonly Insert[]
  onOpen(): void
  onChoose(insert: Insert): void
  onClose(): void
}

/** What can be inserted, drawn as it looks, in the place of a phone's keyboard. */
export function InsertTiles({ inserts, onOpen, onChoose, onClose }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  // The keyboard goes with the focus of the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    onOpen()
    first.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      className="editor-insert sticky bottom-0 z-20 order-3 h-[min(392px,50dvh)] overflow-auto bg-surface px-16 pb-24 pt-16"
      aria-label="Insert"
      data-bar=""
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <ul className="grid grid-cols-3 gap-x-12 gap-y-16">
        {inserts.map((insert, index) => (
          <li key={insert.name}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className="grid w-full gap-8 text-left text-15/120 font-semibold"
              onClick={() => onChoose(insert)}
            >
              <span
                className="relative grid h-120 w-full content-center justify-items-center overflow-hidden border-2 border-ink bg-paper"
                aria-hidden="true"
              >
                <Look name={insert.name} />
              </span>
              {insert.label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const barClass = 'h-7 w-64 bg-line'

function Look({ name }: { name: Insert['name'] }) {
  switch (name) {
    case 'picture':
      return (
        <Art
          title="The girl who taught Kano’s tailors to code"
          category="Success Stories from Humble Backgrounds"
          className="absolute inset-0 size-full object-right"
        />
      )
    case 'pull_quote':
      return (
        <span className="border-l-4 border-accent pl-10 font-display text-15/115 font-heavy">
          Write all
          <br />
          ten down
        </span>
      )
    case 'divider':
      return (
        <span className="grid justify-items-center gap-16">
          <span className={barClass} />
          <span className="w-40 border-t-2 border-ink" />
          <span className={barClass} />
        </span>
      )
    case 'heading':
      return <span className="font-display text-50/100 font-heavy">Aa</span>
    case 'bullet_list':
      return <Icon shape={adminIcons.list} size={48} />
    case 'ordered_list':
      return <Icon shape={adminIcons.numbers} size={48} />
    case 'story':
      return (
        <span className="absolute inset-0 grid grid-rows-[68px_1fr]">
          <Art title="Campus radio" category="Parent Perspectives" className="h-[68px] w-full" />
          <span className="p-6 font-display text-14/115 font-heavy">Campus radio</span>
        </span>
      )
    default:
      return (
        <span className="absolute inset-0 grid place-items-center bg-sunk">
          <img
            className="h-[96px] w-64 object-cover"
            src={artPaths.book({ title: 'The Quiet Climb', category: 'Fiction' })}
            alt=""
          />
        </span>
      )
  }
}

const Art = ({ className, ...of }: { title: string; category: string; className: string }) => (
  <img className={`object-cover ${className}`} src={artPaths.story(of)} alt="" />
)
