import { type ComponentProps, useState } from 'react'
import { mailProviderOf, mailProviders } from '#contract/mails/mail-providers.ts'
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
  const [provider, setProvider] = useState(before)
  const filled =
    provider && provider !== before
      ? { SMTP_URL: provider.server, port: String(provider.port), user: '' }
      : stored
  return (
    <>
      <p className="mb-8 mt-20 font-semibold" aria-hidden="true">
        {question}
      </p>
      <Choices
        label={question}
        value={provider?.name ?? another}
        choices={choices}
        onChoose={(name) => setProvider(mailProviders.find((one) => one.name === name))}
      />
      <BusinessForm
        key={provider?.name}
        {...form}
        part={{ ...part, shown: { ...part.shown, ...filled } }}
      />
    </>
  )
}
