import { useState } from 'react'
import * as z from 'zod/mini'
import { formatShortDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { ownPassword } from '#contract/endpoints/staff/account.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, saveFile } from '#site/admin/lib/call.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { FocusedHeading } from '#site/admin/ui/frame/FocusedHeading.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'

type Recovery = OutputOf<'POST /admin/business/recovery-sheet'>

/** Why an island? The secret is the owner's alone: it is asked for by a token and the password, and stands in no page. */
export const RecoverySheet = adminIsland(({ name }: { name: string }) => {
  const [recovery, setRecovery] = useState<Recovery>()
  return (
    <div className="grid max-w-text gap-20">
      {recovery ? <Sheet {...{ name, recovery }} /> : <Asked onShow={setRecovery} />}
    </div>
  )
})

function Asked({ onShow }: { onShow(recovery: Recovery): void }) {
  const form = useSubmit(z.object({ password: ownPassword }), async ({ password }) =>
    onShow(await adminCall('POST /admin/business/recovery-sheet', { password })),
  )
  return (
    <>
      <p>
        A backup brings back stories, orders and files, but not the secret that links, codes and
        keys are made with: whoever finds a backup shall open nothing. Print the secret, or save it
        apart from the backups.
      </p>
      <form {...form.form} className="grid max-w-[480px] gap-20">
        <FormProblem problem={form.problem} summary={form.summary} />
        <Field
          {...form.field('password')}
          id="sheet-password"
          label="Your password"
          kind="password"
          autoComplete="current-password"
          hint="Asked each time: a phone that was left open is not enough."
        />
        <FormActions form={form} label="Show the sheet" busyLabel="Asking..." />
      </form>
    </>
  )
}

const inGroups = (hex: string) => (hex.toUpperCase().match(/.{4}/g) ?? []).join(' ')

function Sheet({ name, recovery }: { name: string; recovery: Recovery }) {
  const place = '/var/lib/ascend/order-secret'
  const secret = inGroups(recovery.secret)
  const steps = [
    ['On a new server, installed as the first was: stop it', 'systemctl stop ascend-site.target'],
    ['Restore the newest backup', 'ascend restore newest --replace'],
    ['Type the secret, then Ctrl and D', `basenc --base16 -di > ${place}`],
    [`Compare: it begins with ${recovery.sha256.slice(0, 8)}`, `sha256sum ${place}`],
    ['Start it', 'systemctl start ascend-site.target'],
  ] as const
  const title = `Recovery sheet of ${name}, ${location.host}, ${formatShortDate(new Date())}`
  const text = [title, secret, ...steps.map(([what, typed]) => `${what}: ${typed}`), '']
  return (
    <section className="grid gap-16" aria-labelledby="sheet">
      <FocusedHeading id="sheet">{title}</FocusedHeading>
      <p className="bg-sunk p-16 font-mono text-19 [overflow-wrap:anywhere] print:p-0">{secret}</p>
      <p>If the server is lost, whoever helps you needs this and a backup:</p>
      <ol className="grid list-decimal gap-10 pl-20">
        {steps.map(([what, typed]) => (
          <li key={typed}>
            {what}
            <code className="block text-14 [overflow-wrap:anywhere]">{typed}</code>
          </li>
        ))}
      </ol>
      <p>
        Keep it where nobody else looks, and not with the backups. It never changes. Where the
        magazine runs in containers, their guide says where the secret lies.
      </p>
      <div className="flex flex-wrap gap-10 print:hidden">
        <Button look="action" onClick={() => print()} label="Print" />
        <Button
          onClick={() => saveFile(new Blob([text.join('\n')]), 'recovery-sheet.txt')}
          label="Save as a text file"
        />
      </div>
    </section>
  )
}
