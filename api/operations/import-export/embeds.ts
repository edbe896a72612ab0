import { parseUrl } from '#contract/parse-url.ts'

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
