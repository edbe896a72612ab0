import { escapeHtml } from '#api/http/answers/escape-html.ts'
import { dyed } from '#art/dyed.ts'
import type { LookColours } from '#art/look/dyes.ts'
import { tokensOf } from '#art/look/tokens.ts'
import { formatKobo, toKobo } from '#contract/money.ts'
import { counted } from '#contract/text.ts'
import { node } from '#markdown/story-schema.ts'
import { storyDocument } from '#markdown/story-text.ts'
import { toHtml } from '#markdown/to-html.ts'
import type { EditionStory } from './week-editions.queries.ts'

/** Everything that both files of an edition say. */
export interface EditionContents {
  magazine: string
  /** “Week 48 of 2026”. */
  title: string
  /** “November 23 to November 29”. */
  days: string
  look: LookColours
  /** An SVG whose colours are those of a page. */
  cover: string
  stories: readonly (EditionStory & { place: number; url: string })[]
  /** Empty: nobody pays for it. */
  sponsor: string
  nairaPerGigabyte: number
  publicUrl: string
  /** Its own page, and that of all editions. */
  url: string
  allUrl: string
}

/** What fetching so many bytes costs: “96 KB, about ₦0.05 of data”. */
export function sizeInWords(bytes: number, nairaPerGigabyte: number): string {
  const kobo = Math.round(toKobo((bytes / 1024 ** 3) * nairaPerGigabyte))
  const cost = kobo > 0 ? `, about ${formatKobo(kobo)} of data` : ''
  return `${Math.ceil(bytes / 1024)} KB${cost}`
}

export const minutesOf = ({ stories }: Pick<EditionContents, 'stories'>) =>
  stories.reduce((sum, { readTimeMinutes }) => sum + readTimeMinutes, 0)

/** One document that loads nothing and runs nothing: it is read without a network, wherever it was sent. */
export function editionHtml(edition: EditionContents): Buffer {
  const write = (bytes: number) => Buffer.from(documentOf(edition, bytes))
  // The size stands in what is measured.
  return write(write(0).length)
}

function documentOf(edition: EditionContents, bytes: number) {
  const { magazine, title, days, look, cover, stories, sponsor, url, allUrl } = edition
  const name = escapeHtml(magazine)
  const facts = [
    counted(stories.length, 'story', 'stories'),
    counted(minutesOf(edition), 'minute', 'minutes'),
    sizeInWords(bytes, edition.nairaPerGigabyte),
  ]
  return `<!doctype html>
<html lang="en-NG">
<meta charset="utf-8">
<title>${name}: ${title}</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<style>${stylesOf(look)}</style>
<header>
<p><b>${name}</b></p>
${dyed(cover, look).replace('<svg ', '<svg aria-hidden="true" ')}
<h1>${title}</h1>
<p>${days}</p>
<p class="small">${facts.join(' · ')}. It opens without a network.</p>
${sponsor && `<p class="small">${escapeHtml(sponsor)}</p>`}
</header>
<nav aria-labelledby="contents">
<h2 id="contents">In this edition</h2>
<ol>
${stories.map(({ place, title, authorName }) => `<li value="${place}"><a href="#s${place}">${escapeHtml(title)}</a> <span class="small">${escapeHtml(authorName)}</span></li>`).join('\n')}
</ol>
</nav>
<main>
${stories.map((story) => articleOf(story, edition)).join('\n')}
</main>
<footer>
<h2>The next one</h2>
<p>There is one each week, at <a href="${escapeHtml(allUrl)}">${escapeHtml(bare(allUrl))}</a>. Send this file to whoever may like it: it costs them nothing to read.</p>
<p><a href="${escapeHtml(url)}">The page of this edition</a> says what was taken down since.</p>
</footer>
</html>
`
}

const bare = (url: string) => url.replace(/^https?:\/\//, '')

function articleOf(
  {
    place,
    title,
    authorName,
    authorRole,
    category,
    summary,
    url,
    ...text
  }: EditionContents['stories'][number],
  { publicUrl }: EditionContents,
) {
  const by = [authorName, authorRole].filter(Boolean).join(', ')
  const absolute = (path: string) => new URL(path, publicUrl).href
  // Pictures would be most of the bytes: their words stay.
  const parts = storyDocument(text).children.map((block) => {
    if (block.type.name !== 'picture') return toHtml(node('doc', null, [block]), { absolute })
    const { alt, caption, credit } = block.attrs
    const said = [caption || alt, credit].filter(Boolean).join(' · ')
    return said && `<p class="small">Picture: ${escapeHtml(said)}</p>`
  })
  // Headings stand below the title of their story.
  const body = parts
    .join('')
    .replace(/<(\/?)h([23])>/g, (_, end, level) => `<${end}h${Number(level) + 1}>`)
  return `<article id="s${place}" aria-labelledby="t${place}">
<p class="small">${escapeHtml(category)}</p>
<h2 id="t${place}">${escapeHtml(title)}</h2>
<p class="small">${escapeHtml(by)}</p>
<p><i>${escapeHtml(summary)}</i></p>
${body}
<p class="small"><a href="${escapeHtml(url)}">Like it, share it, read on</a> · <a href="#contents">Contents</a></p>
</article>`
}

function stylesOf(look: LookColours) {
  const { light, dark } = tokensOf(look)
  const colours = ({ paper, ink, 'ink-2': soft, link, line, accent }: typeof light) =>
    `--p:${paper};--i:${ink};--s:${soft};--k:${link};--l:${line};--a:${accent}`
  return `:root{${colours(light)}}@media(prefers-color-scheme:dark){:root{${colours(dark)}}}
body{margin:0 auto;padding:16px 18px 48px;max-width:640px;background:var(--p);color:var(--i);font:1.0625rem/1.6 Georgia,"Noto Serif",serif;overflow-wrap:anywhere}
a{color:var(--k)}a:focus-visible{outline:3px solid var(--a);outline-offset:2px}
svg{display:block;width:100%;height:auto}
h1,h2,h3,h4,.small,header,nav,footer{font-family:system-ui,Roboto,sans-serif}
h1,h2{line-height:1.15;margin:.6em 0 .3em}h1{font-size:2.1rem}h2{font-size:1.6rem}h3{font-size:1.25rem}h4{font-size:1.05rem}
p{margin:0 0 .9em}.small{font-size:.875rem;color:var(--s)}
ol,ul{padding-left:1.3em}nav li{padding:.35em 0}nav .small{display:block}
nav,article,footer{border-top:2px solid var(--l);padding-top:1em;margin-top:2em}
article>h2+.small{color:var(--a);font-weight:700}
blockquote{margin:1em 0;padding-left:1em;border-left:4px solid var(--a)}
@media print{article{break-before:page}}`
}
