import { uploadId } from '#contract/uploads.ts'
import { formatBytes, formatCost } from '#site/lib/format-bytes.ts'

const note = document.querySelector<HTMLElement>('[data-naira-per-gigabyte]')
const rate = Number(note?.dataset['nairaPerGigabyte'])

/** Data saver: every picture waits for a tap; one button loads all of them. */
export function enhanceLitePage() {
  note?.querySelector('[data-show-pictures]')?.addEventListener('click', (event) => {
    event.preventDefault()
    for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-src]'))
      show(picture)
    note.remove()
  })
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-src][data-large]')) {
    void offer(picture)
  }
}

async function offer(picture: HTMLImageElement) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn btn-outline'
  button.textContent = 'Show the picture'
  button.addEventListener('click', () => {
    show(picture)
    button.remove()
  })
  picture.before(button)
  const words = await weigh(picture)
  if (words) button.append(`, ${words}`)
}

function show(picture: HTMLImageElement) {
  picture.src = addressOf(picture)
  delete picture.dataset['src']
  delete picture.dataset['srcset']
  picture.loading = 'eager'
}

/** It is the smallest of several widths: data saver is on. */
function addressOf({ dataset }: HTMLImageElement): string {
  return dataset['srcset']?.split(' ')[0] ?? dataset['src'] ?? ''
}

/** The cost of the tap: the size of our own pictures, and only the host of others. */
async function weigh(picture: HTMLImageElement): Promise<string | undefined> {
  const address = addressOf(picture)
  const { origin, host } = new URL(address, location.href)
  if (origin !== location.origin) return `size unknown, from ${host}`
  // Drawings are tiny; and only our own uploads are requested, whatever address a story names.
  if (!uploadId(address)) return undefined
  try {
    const bytes = await bytesOf(address)
    const cost = formatCost(bytes, rate)
    return cost && `${formatBytes(bytes)}, ${cost}`
  } catch {
    // No network: the button needs no size.
    return undefined
  }
}

/** The size of one of our own files, without fetching it; 0 when it is unknown. */
async function bytesOf(address: string): Promise<number> {
  const { headers } = await fetch(address, { method: 'HEAD' })
  return Number(headers.get('Content-Length'))
}
