export function withReference(returnUrl: string, reference: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('reference', reference)
  return url.href
}
