import { type ComponentProps, useState } from 'react'
import { type MailProvider, mailProviderOf, mailProviders } from '#contract/mails/mail-providers.ts'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { BusinessForm } from './BusinessForm.tsx'
import { readMailServer } from './mail-server.ts'

const question = 'Who sends your mails?'
const another = 'Another'
const choices = [...mailProviders.map(({ name }) => name), another].map((value) => ({
  value,
  label: value,
}))

/** The mail server, filled in for a provider that is known. */
export function MailForm({ part, ...form }: ComponentProps<typeof BusinessForm>) {
  const stored = readMailServer(part.shown['SMTP_URL'])
  const before = mailProviderOf(stored.SMTP_URL)
  const usual = part.shown['SMTP_URL'] ? (before?.name ?? another) : ''
  const [chosen, setChosen] = useState(usual)
  const provider = mailProviders.find(({ name }) => name === chosen)
  const filled =
    provider && provider !== before
      ? { SMTP_URL: provider.server, port: String(provider.port), user: '' }
      : stored
  const named = provider && namesOf(provider)
  return (
    <>
      <p className="mb-8 mt-20 font-semibold" aria-hidden="true">
        {question}
      </p>
      <Choices label={question} value={chosen} choices={choices} onChoose={setChosen} />
      {chosen && (
        <BusinessForm
          key={chosen}
          {...form}
          named={named}
          part={{ ...part, shown: { ...part.shown, ...filled } }}
        />
      )}
    </>
  )
}

function namesOf({ name, login: [user, password, where] }: MailProvider) {
  const hint = `At ${name}: ${where}.`
  return { user: { label: user, hint }, secret: { label: password, hint } }
}
