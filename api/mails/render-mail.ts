import { escapeHtml } from '#api/http/answers/escape-html.ts'
import { oneLine } from '#contract/text.ts'

/** Who sends mails and sells books. */
export interface Brand {
  readonly name: string
  readonly publisher: string
  readonly address: readonly string[]
  readonly email: string
  /** Who answers for data of people, if that is not the publisher. */
  readonly dataEmail?: string
  readonly colours: MailColours
  /** The path of its picture, where the publisher has chosen one. */
  readonly logo?: string | undefined
}

/** What a mail takes of the look, as `#1D2B6B`; all else is the same in every look. */
export interface MailColours {
  /** Of links, the name and the button. */
  readonly link: string
  /** Of the rules that frame the text. */
  readonly band: string
}

export interface MailContent {
  subject: string
  /** Plain text. A line end inside a paragraph stays. */
  paragraphs: string[]
  /** It is shown as a button. */
  link?: { label: string; url: string }
  /** Further links, shown without a button. */
  moreLinks?: { label: string; url: string }[]
  /** Paragraphs below the links. */
  below?: string[]
  /** The end of a sentence: why the recipient gets this mail. */
  because: string
  /** Whom to write to, if not to the publisher. */
  contact?: string | undefined
  /** PDFs, drawn when the mail is sent: it goes without one that cannot be. */
  attachments?: { name: string; draw(): Promise<Buffer> }[]
}

const subjectLength = 120

/** HTML and text out of one content, so that they cannot differ. No picture but a logo: data is expensive. */
export function renderMail(
  content: MailContent,
  { brand, publicUrl }: { brand: Brand; publicUrl: string },
) {
  const subject = shorten(oneLine(content.subject), subjectLength)
  const because = `You get this mail because ${content.because}`
  const sender = senderLines({ ...brand, email: content.contact ?? brand.email }, publicUrl)
  const { link, moreLinks = [], paragraphs, below = [] } = content
  const { link: linkColour, band } = brand.colours

  const text = [
    ...paragraphs,
    ...[...(link ? [link] : []), ...moreLinks].map(({ label, url }) => `${label}:\n${url}`),
    ...below,
    `-- \n${because}`,
    sender.join('\n'),
  ].join('\n\n')

  const html = mailDocument(
    `<title>${escapeHtml(subject)}</title>`,
    `<body style="margin:0;padding:24px 16px;background:#FBF5E8;color:#171A33;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 24px;padding-bottom:12px;border-bottom:4px solid ${band};font-size:22px;font-weight:bold;color:${linkColour}">${nameLine(brand, publicUrl)}</p>
${toParagraphs(paragraphs)}
${link ? renderLink(link, linkColour) : ''}
${moreLinks.map((more) => renderPlainLink(more, linkColour)).join('\n')}${below.length > 0 ? `\n${toParagraphs(below)}` : ''}
<p style="margin-top:32px;padding-top:12px;border-top:1px solid #DDCFB2;font-size:14px;color:#4B4A5C">${escapeHtml(because)}</p>
<p style="font-size:14px;color:#4B4A5C">${toLines(sender.join('\n'))}</p>
</div>
</body>`,
  )
  return { subject, text: `${text}\n`, html }
}

/** The head of a mail, which says the name whether or not pictures are shown. */
export function nameLine({ name, logo }: Brand, publicUrl: string): string {
  if (!logo) return escapeHtml(name)
  const address = escapeHtml(publicUrl + logo)
  return `<img src="${address}" alt="" width="32" height="32" style="margin-right:10px;vertical-align:middle;border:0">${escapeHtml(name)}`
}

/** Who sends a mail, at its end. */
export const senderLines = (brand: Brand, publicUrl: string) => [
  brand.publisher,
  ...brand.address,
  brand.email,
  publicUrl,
]

/** The frame of every mail; `head` holds its title. */
export function mailDocument(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}
</head>
${body}
</html>
`
}

/** Cuts no character in two. */
export function shorten(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

type MailLink = NonNullable<MailContent['link']>

// The address is shown too, for programs that show no links.
function renderLink({ label, url }: MailLink, colour: string) {
  return `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:${colour};color:#FFF8E8;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="font-size:14px;color:#4B4A5C">${escapeHtml(url)}</p>`
}

function renderPlainLink({ label, url }: MailLink, colour: string) {
  return `<p>${escapeHtml(label)}:<br><a href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(url)}</a></p>`
}

const toParagraphs = (paragraphs: string[]) =>
  paragraphs.map((paragraph) => `<p>${toLines(paragraph)}</p>`).join('\n')

function toLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}
