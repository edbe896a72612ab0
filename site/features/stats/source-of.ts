import type { Source } from '#contract/stats.ts'

const hosts: [Source, RegExp][] = [
  [
    'search',
    /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|yandex|baidu|startpage|qwant|googlequicksearchbox)(\.|$)|^search\./,
  ],
  ['whatsapp', /whatsapp|(^|\.)wa\.me$/],
  [
    'social',
    /(^|\.)(facebook|instagram|threads|twitter|linkedin|tiktok|youtube|reddit|pinterest|snapchat|telegram|nairaland|katana)(\.|$)|(^|\.)(x\.com|t\.co|t\.me|fb\.me|youtu\.be|lnkd\.in)$/,
  ],
]

/** The kind of place that led here: nothing else of the referrer leaves the browser. `tag` is that of the link. */
export function sourceOf(referrer: string, tag: string | null): Source {
  if (tag === 'letter' || tag === 'whatsapp') return tag
  if (!referrer) return 'direct'
  // Android apps identify themselves as `android-app://com.example`.
  const host = /^[\w-]+:\/\/([^/:]+)/.exec(referrer)?.[1]?.toLowerCase() ?? ''
  return hosts.find(([, pattern]) => pattern.test(host))?.[0] ?? 'site'
}
