import { useEffect } from 'react'
import { staffPaths } from '#contract/staff-paths.ts'
import { flushToasts } from '#site/admin/lib/queue-toast.ts'
import { storedToken } from '#site/admin/lib/token.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { SignInSteps } from '#site/admin/ui/sign-in/SignInSteps.tsx'
import { enterAdmin } from './enter-admin.ts'

/** Why an island? Script stores the token that the server returns; the admin pages load React anyway. */
export function PublisherSignInForm() {
  useEffect(() => {
    // There is a token, which may be invalid: then the dashboard removes it and redirects back here.
    if (storedToken()) location.replace(staffPaths.dashboard)
    else flushToasts()
  }, [])
  return (
    <SignInSteps label="Access Dashboard" onToken={(token) => enterAdmin(token, wayBack())}>
      <Link className="mt-16" href={staffPaths.forgot} label="Forgot your password?" />
    </SignInSteps>
  )
}

/** The admin page that the publisher came from; never another site, whatever the address says. */
function wayBack(): string {
  const returnTo = new URLSearchParams(location.search).get('returnTo') ?? ''
  return /^\/admin\/(?!login)[\w\-/]+(\?[\w\-=&%.+]*)?$/.test(returnTo)
    ? returnTo
    : staffPaths.dashboard
}
