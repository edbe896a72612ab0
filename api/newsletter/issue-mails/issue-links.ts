import { preferencesToken } from '#api/http/secrets.ts'

/** What the placeholders of a letter become for one subscriber. */
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
