import { type ComponentProps, useState } from 'react'
import { mailProviderOf, mailProviders } from '#contract/mails/mail-providers.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { BusinessForm } from './BusinessForm.tsx'
import { readMailServer } from './mail-server.ts'

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
      <fieldset className="mt-20">
        <legend className="mb-8 font-semibold">Who sends your mails?</legend>
        <div className="flex flex-wrap gap-8">
          {mailProviders.map((one) => (
            <button
              key={one.name}
              type="button"
              className={`${outlineClass} aria-pressed:bg-sunk`}
              aria-pressed={one === provider}
              onClick={() => setProvider(one)}
            >
              {one.name}
            </button>
          ))}
          <button
            type="button"
            className={`${outlineClass} aria-pressed:bg-sunk`}
            aria-pressed={!provider}
            onClick={() => setProvider(undefined)}
          >
            Another
          </button>
        </div>
      </fieldset>
      <BusinessForm
        key={provider?.name}
        {...form}
        part={{ ...part, shown: { ...part.shown, ...filled } }}
      />
    </>
  )
}
