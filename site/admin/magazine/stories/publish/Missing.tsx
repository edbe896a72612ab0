import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { PublishFacts } from './publish-facts.ts'

interface Props {
  facts: PublishFacts
  onFix(name: string): void
}

/** What the story lacks, each a way to its field. */
export function Missing({ facts: { problems, advice }, onFix }: Props) {
  const blocking = Object.entries(problems).map(([name, [message]]) => ({ name, message }))
  const others = Object.entries(advice).filter(([name]) => !problems[name])
  if (blocking.length + others.length === 0)
    return (
      <p className="mt-12 flex items-center gap-10 text-15 font-semibold text-ok">
        <Icon shape={adminIcons.checkCircle} />
        Ready: title, summary, category, picture.
      </p>
    )
  return (
    <section className="mt-12" aria-labelledby="missing">
      <h3 id="missing" className="font-sans text-15/140 font-semibold">
        {blocking.length > 0 ? 'Still missing' : 'Ready. Readers would miss'}
      </h3>
      <ul>
        {blocking.map(({ name, message }) => (
          <Entry key={name} text={message} isBlocking onFix={() => onFix(name)} />
        ))}
        {others.map(([name, text]) => (
          <Entry key={name} text={text} onFix={() => onFix(name)} />
        ))}
      </ul>
    </section>
  )
}

function Entry({
  text,
  isBlocking = false,
  onFix,
}: {
  text: string | undefined
  isBlocking?: boolean
  onFix(): void
}) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-44 w-full items-center gap-10 border-b border-line py-6 text-left text-15 font-semibold underline underline-offset-3"
        onClick={onFix}
      >
        <Icon
          name={isBlocking ? 'alert' : 'info'}
          className={`flex-none ${isBlocking ? 'text-danger' : 'text-accent'}`}
        />
        {text}
      </button>
    </li>
  )
}
