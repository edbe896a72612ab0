/** A random uuid (version 4, 120 random bits), also without TLS, where `crypto.randomUUID` is missing. */
export function newId(): string {
  return '########-####-4###-8###-############'.replace(/#/g, () =>
    ((crypto.getRandomValues(new Uint8Array(1))[0] as number) % 16).toString(16),
  )
}
