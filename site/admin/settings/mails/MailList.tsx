import { type MailId, type MailWords, mailLists } from '#contract/mails/mail-texts.ts'
import { lockedMails } from '#contract/mails/reader-mails.ts'
import { addressOf } from '#site/admin/lib/lists/use-list-params.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  words: MailWords
  onOpen(mail: MailId): void
}

/** The mails of which the words may be changed, and the one of which they may not. */
export function MailList({ words, onOpen }: Props) {
  const isChanged = (id: string) => Object.keys(words).some((field) => field.startsWith(`${id}.`))
  return mailLists.map(({ title, mails }, index) => (
    <section key={title} className="mt-32">
      <h2 className="border-b-2 border-ink pb-8 font-sans text-15/140 font-semibold">{title}</h2>
      <ul>
        {Object.entries(mails).map(([id, { label }]) => (
          <MailRow
            key={id}
            id={id as MailId}
            label={label}
            badge={isChanged(id) ? 'Changed' : ''}
            onOpen={onOpen}
          />
        ))}
        {index === 0 &&
          Object.entries(lockedMails).map(([id, { label }]) => (
            <MailRow key={id} id={id as MailId} label={label} badge="Locked" onOpen={onOpen} />
          ))}
      </ul>
    </section>
  ))
}

interface RowProps extends Pick<Props, 'onOpen'> {
  id: MailId
  label: string
  badge: string
}

function MailRow({ id, label, badge, onOpen }: RowProps) {
  return (
    <li>
      <a
        className="flex min-h-48 items-center gap-12 border-b border-line py-8"
        href={addressOf({ mail: id })}
        onClick={withoutKeys(() => onOpen(id))}
      >
        <b className="mr-auto text-17/130 font-semibold">{label}</b>
        {badge && <span className={badgeClasses.plain}>{badge}</span>}
        <Icon name="chevronRight" className="flex-none" />
      </a>
    </li>
  )
}
