import { useEffect } from 'react'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { readMember } from '#site/lib/admin/member.ts'
import { flushToasts, queueToast } from '#site/lib/admin/queue-toast.ts'
import { storedToken, storeToken } from '#site/lib/admin/token.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { linkClass } from '#site/ui/admin/classes.ts'
import { SignInSteps } from './SignInSteps.tsx'

/** Why an island? The token that the server answers with is kept by script; the admin pages load React anyway. */
export function PublisherSignInForm() {
  useEffect(() => {
    // Only that there is a token is known: if it works no more, the dashboard leads back here without it.
    if (storedToken()) location.replace(adminPaths.dashboard)
    else flushToasts()
  }, [])
  return (
    <SignInSteps label="Access Dashboard" onToken={enter}>
      <a className={`${linkClass} mt-16`} href={adminPaths.forgot}>
        Forgot your password?
      </a>
    </SignInSteps>
  )
}

/** Stays busy until the page has gone. */
async function enter(token: string) {
  storeToken(token)
  await readMember().catch(console.warn)
  queueToast(adminMessages.loginSuccessful)
  location.replace(wayBack())
  await new Promise(() => {})
}

/** The admin page that the publisher came from; nowhere else, whatever the address says (threats 26). */
function wayBack(): string {
  const asked = new URLSearchParams(location.search).get('returnTo') ?? ''
  return /^\/admin\/(?!login)[\w\-/]+(\?[\w\-=&%.+]*)?$/.test(asked) ? asked : adminPaths.dashboard
}
