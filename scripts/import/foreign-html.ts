import { parseUrl } from '#contract/pages/parse-url.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

const forms = ['form', 'button', 'input', 'select', 'textarea']
const scripts = ['script', 'style', 'svg', 'canvas', 'math']
const listed = new RegExp(`<(${[...forms, ...scripts].join('|')})[\\s/>]`, 'gi')
const buttons =
  /<a\b[^>]*\bclass="[^"]*(?:kg-btn|kg-header-card-button|kg-cta-button|wp-block-button__link)[^"]*"[^>]*>([\s\S]*?)<\/a>/gi

/** Elements that `fromHtml` leaves out without a word, because on a page that somebody copies they mean nothing. */
export function silentLosses(html: string): string[] {
  const names = [...html.matchAll(listed)].map(([, name = '']) => name.toLowerCase())
  const pressed = [...html.matchAll(buttons)].map(
    ([, inner = '']) => `button “${inner.replace(/<[^>]*>/g, '').trim()}” is a link now`,
  )
  const code = /<code[\s>]/i.test(html) ? [codeLoss] : []
  return [...new Set([...names, ...pressed, ...code])]
}

export const codeLoss =
  'code keeps its lines and their indentation, and looks like the text around it'

const hosts =
  'youtube.com youtube-nocookie.com youtu.be vimeo.com twitter.com x.com instagram.com facebook.com tiktok.com soundcloud.com spotify.com ted.com flickr.com dailymotion.com'.split(
    ' ',
  )

/** Whether an address shows what readers know and can open elsewhere: a video, a song, a post. */
export function isKnownEmbed(address: string): boolean {
  const { protocol = '', hostname = '' } = parseUrl(address) ?? {}
  const isOf = (host: string) => hostname === host || hostname.endsWith(`.${host}`)
  return /^https?:$/.test(protocol) && hosts.some(isOf)
}
