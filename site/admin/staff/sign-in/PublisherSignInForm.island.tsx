import { useEffect } from 'react'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { readMember } from '#site/admin/lib/member.ts'
import { flushToasts, queueToast } from '#site/admin/lib/queue-toast.ts'
import { storedToken, storeToken } from '#site/admin/lib/token.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { SignInSteps } from '#site/admin/ui/SignInSteps.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'

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

/** The admin page that the publisher came from; nowhere else, whatever the address says. */
function wayBack(): string {
  const asked = new URLSearchParams(location.search).get('returnTo') ?? ''
  return /^\/admin\/(?!login)[\w\-/]+(\?[\w\-=&%.+]*)?$/.test(asked) ? asked : adminPaths.dashboard
}
