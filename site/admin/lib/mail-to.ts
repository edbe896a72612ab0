/** A letter to somebody that is about something: the address of a link. */
export function mailTo(address: string, subject: string) {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
