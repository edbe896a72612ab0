/** The sign-in page, which returns to `returnTo`; apart from paths.ts, so that a press on its link ships no other. */
export function loginPath(returnTo: string) {
  return `/api/login?${new URLSearchParams({ returnTo })}`
}
