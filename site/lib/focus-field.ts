/** Focuses a field and scrolls it to the middle: some browsers would scroll it below the header. */
export function focusField(field: HTMLElement | null | undefined) {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
