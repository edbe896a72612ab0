/** The id in /admin/stories/{id}/edit and similar addresses. */
export const idInAddress = () => decodeURIComponent(location.pathname.split('/').at(-2) ?? '')

export function mailTo(address: string, subject: string) {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
