/** The id in /admin/stories/{id}/edit and similar addresses. */
export const idInAddress = () => decodeURIComponent(location.pathname.split('/').at(-2) ?? '')

/** The page was opened from the first steps (`fromSteps`), and leads back to them. */
export const isFromSteps = () => new URLSearchParams(location.search).has('first-steps')

export function mailTo(address: string, subject: string) {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
