import { useEffect, useRef } from 'react'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  /** What did not happen: "2 stories were not unpublished". */
  title: string
  failures: readonly { name: string; why: string }[]
}

/** The rows of a bulk action that failed, each with its reason; it takes the focus. */
export function BulkFailures({ title, failures }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other failures take the focus again.
  useEffect(() => box.current?.focus(), [failures])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="my-16 flex gap-12 border-l-6 border-danger bg-danger-bg px-16 py-14"
    >
      <Icon name="alert" className="mt-2 flex-none text-danger" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}. They are still selected.</p>
        <ul className="mt-4 text-15">
          {failures.map(({ name, why }) => (
            <li key={name}>
              {name}: {why}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
