import { useState } from 'react'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { controlClass, labelClass } from '#site/ui/forms/form-classes.ts'
import type { OrderAction } from './use-order-actions.ts'

interface Props {
  codes: { number: number; isRedeemed: boolean }[]
  buyerEmail: string
  pending: OrderAction | undefined
  act(action: OrderAction, onDone?: () => void): void
}

/** Mails a code that is not used yet to the buyer, or another one in its place. Staff see no code: whoever has it can use it. */
export function OrderCodes({ codes, buyerEmail, pending, act }: Props) {
  const unused = codes.filter(({ isRedeemed }) => !isRedeemed)
  const [chosen, setChosen] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const code = unused.find(({ number }) => number === chosen)?.number ?? unused[0]?.number
  if (code === undefined) return null
  const isReplacing = pending !== undefined && pending === `replace ${code}`
  return (
    <section className="mt-28 grid gap-12" aria-labelledby="codes">
      <h2 id="codes" className="text-25/110">
        Codes
      </h2>
      <Off name="mail" />
      <div className={`${actionsClass} items-end`}>
        <div className="grid gap-6">
          <label className={labelClass} htmlFor="code">
            Code
          </label>
          <select
            id="code"
            className={`${controlClass} min-w-[140px]`}
            value={code}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {unused.map(({ number }) => (
              <option key={number} value={number}>
                No. {number}
              </option>
            ))}
          </select>
        </div>
        <ActionButton
          isOutline
          label="Mail it again"
          busy="Mailing…"
          isBusy={pending === `mail ${code}`}
          onPress={() => act(`mail ${code}`)}
        />
        <ActionButton
          isOutline
          label="Replace it"
          busy="Replacing…"
          isBusy={isReplacing}
          onPress={() => setAsking(true)}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Replace code ${code}?`}
          confirm="Replace"
          confirming="Replacing…"
          isBusy={isReplacing}
          isMailed
          isDangerous
          onConfirm={() => {
            setAsking(false)
            act(`replace ${code}`)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            The old code ends at once, wherever it is written down. {buyerEmail} gets the new one by
            mail.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
