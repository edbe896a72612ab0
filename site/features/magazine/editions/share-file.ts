/** Files that were fetched, by their link: a browser may want another press by the time they are here. */
const fetched = new WeakMap<HTMLAnchorElement, File>()

/** Shares the file that a link leads to; where the browser shares no files, it downloads it. */
export async function shareFile(link: HTMLAnchorElement) {
  link.ariaBusy = 'true'
  try {
    const file = fetched.get(link) ?? (await fetchFile(link.href))
    fetched.set(link, file)
    if (!navigator.canShare?.({ files: [file] })) return download(link)
    await navigator.share({ files: [file], title: document.title })
  } catch (error) {
    const { name } = error as Error
    if (name === 'NotAllowedError') sayReady(link)
    // Whoever closes the sheet wants nothing more.
    else if (name !== 'AbortError') download(link)
  } finally {
    link.ariaBusy = null
  }
}

async function fetchFile(address: string) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const [, name = 'edition'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
  return new File([await response.blob()], name, { type })
}

/** The network took longer than a press counts: the next one shares at once. */
function sayReady(link: HTMLAnchorElement) {
  const words = link.querySelector('[data-words]')
  if (words) words.textContent = 'Ready: share it now'
}

function download({ href }: HTMLAnchorElement) {
  location.assign(href)
}
