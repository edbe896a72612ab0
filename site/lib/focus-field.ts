/** Moves the focus to a field, and the field to the middle: left to themselves some browsers put it below the header. */
export function focusField(field: HTMLElement | null | undefined) {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
