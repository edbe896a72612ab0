/** The id in /admin/stories/{id}/edit and similar addresses. */
export const idInAddress = () => decodeURIComponent(location.pathname.split('/').at(-2) ?? '')

/** Leads to a page from the first steps, which leads back to them then. */
export const fromSteps = (path: string) => `${path}?first-steps`
export const isFromSteps = () => new URLSearchParams(location.search).has('first-steps')

export function mailTo(address: string, subject: string) {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
