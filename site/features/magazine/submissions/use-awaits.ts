import { useEffect, useState } from 'react'
import type { PublishingAwaits } from '#contract/age-bands.ts'
import { call } from '#site/lib/call.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'

/** Undefined: not known. */
export type Awaits = PublishingAwaits | null | undefined

/** What must come before a story may be published: as the page says it, else as the account does, anew in each round. */
export function useAwaits(known: Awaits, round: number): Awaits {
  const [awaits, setAwaits] = useState(known)
  useEffect(() => {
    if ((known !== undefined && round === 0) || !mayBeSignedIn()) return
    // Where it cannot be found out the form is sent without the age, which is then asked on the account page.
    call('GET /account/guardian', {}).then((account) => setAwaits(account.awaits), console.warn)
  }, [known, round])
  return awaits
}
