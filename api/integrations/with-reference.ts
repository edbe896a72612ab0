/** Where a provider sends the buyer back to: the address that it was given, and the payment's reference. */
export function withReference(returnUrl: string, reference: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('reference', reference)
  return url.href
}
