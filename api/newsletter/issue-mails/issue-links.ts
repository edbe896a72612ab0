import { preferencesToken } from '#api/http/secrets.ts'

/** The values of an issue's placeholders for one subscriber. */
export function issueLinks(
  unsubscribeToken: string,
  { publicUrl, orderSecret }: { publicUrl: string; orderSecret: Uint8Array },
) {
  const withToken = (path: string, token: string) =>
    `${publicUrl}${path}?${new URLSearchParams({ token })}`
  return {
    leave: withToken('/api/newsletter/unsubscribe', unsubscribeToken),
    preferences: withToken(
      '/newsletter/preferences',
      preferencesToken(orderSecret, unsubscribeToken),
    ),
  }
}
