/** The sign-in page, which returns to `returnTo`. Apart from paths.ts, so that a press that leads there ships no other. */
export function loginPath(returnTo: string) {
  return `/api/login?${new URLSearchParams({ returnTo })}`
}
