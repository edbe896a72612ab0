import { listPictureSizes } from '#api/magazine/uploads/uploads.queries.ts'
import { type Brand, mailDocument, nameLine, senderLines } from '#api/mails/render-mail.ts'
import { oneLine } from '#contract/text.ts'
import { uploadIdsIn } from '#contract/uploads.ts'
import { cardKeyOf } from '#markdown/issue-cards.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import type { StoryNode } from '#markdown/story-schema.ts'
import { findCards } from './cards.queries.ts'
import { html, htmlWriter, textWriter, writeBlocks } from './mail-blocks.ts'
import { darkSheet, type MailStyles, mailStyles, mailWidth, paper } from './mail-styles.ts'
import type { IssueMail } from './personal-mail.ts'

export interface WrittenIssue {
  kind: 'letter' | 'digest'
  digest?: string | null
  subject: string
  preheader: string
  /** The text is Markdown. */
  content: string
}

export interface IssueSite {
  brand: Brand
  publicUrl: string
}

/**
 * Renders an issue as one mail for all recipients, HTML and text from the same tree, with placeholders for `personalMail`.
 * `missing`: paths of cards that were omitted because readers cannot open them.
 */
export async function renderIssueMail(
  { kind, digest, subject, preheader, content }: WrittenIssue,
  { brand, publicUrl }: IssueSite,
): Promise<IssueMail & { missing: string[] }> {
  const doc = parseMarkdown(content)
  const keys = new Set(cardKeysIn(doc, publicUrl))
  const cards = await findCards([...keys])
  const pictures = await listPictureSizes([
    ...uploadIdsIn(content),
    ...[...cards.values()].flatMap(({ picture }) => picture?.id ?? []),
  ])
  const sizes = new Map(pictures.map(({ id, ...size }) => [id, size]))
  const words = digest === 'daily' ? ofFollowers : ofNewsletter
  const narrowedBy =
    kind === 'letter'
      ? undefined
      : digest === 'daily'
        ? ('follows' as const)
        : ('category' as const)
  const context = { cards, sizes, publicUrl, narrowedBy }
  const sender = senderLines(brand, publicUrl)
  const styles = mailStyles(brand.colours)
  return {
    subject: oneLine(subject),
    html: frame({
      title: oneLine(subject),
      preheader: oneLine(preheader),
      name: brand.name,
      head: nameLine(brand, publicUrl),
      inside: writeBlocks(doc, context, htmlWriter(styles)).join('\n'),
      words,
      sender,
      styles,
    }),
    text: `${[
      ...writeBlocks(doc, context, textWriter),
      `-- \n${words.because(brand.name)}`,
      `${words.choose}:\n{{preferences}}`,
      `${words.leave}:\n{{leave}}`,
      sender.join('\n'),
    ].join('\n\n')}\n`,
    missing: [...keys].filter((key) => !cards.has(key)).map((key) => `/${key}`),
  }
}

/** The keys of the blocks that become cards, as `kind/id`. */
export const cardKeysIn = (doc: StoryNode, publicUrl: string) =>
  doc.children.map((block) => cardKeyOf(block, publicUrl)).filter((key) => key !== undefined)

const ofNewsletter = {
  because: (name: string) =>
    `You get this letter because you asked for the ${name} newsletter with this e-mail address.`,
  choose: 'How often, and what about',
  leave: 'Leave the newsletter',
}

const ofFollowers: typeof ofNewsletter = {
  because: (name) => `You get this mail because you follow this at ${name}, at most one a day.`,
  choose: 'Whom and what you follow',
  leave: 'Stop following',
}

/** One column, with tables where Outlook for Windows needs them for the width. */
function frame(of: {
  title: string
  preheader: string
  name: string
  /** HTML. */
  head: string
  inside: string
  words: typeof ofNewsletter
  sender: string[]
  styles: MailStyles
}) {
  const { styles } = of
  const link = (address: string, label: string) =>
    `<a class="l" href="${address}" style="${styles.link}">${label}</a>`
  const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
  return mailDocument(
    `<meta name="color-scheme" content="light dark">
<title>${html(of.title)}</title>
<style>${darkSheet}</style>`,
    `<body class="p" style="${styles.body}">
${of.preheader && `<div style="${styles.preheader}">${html(of.preheader)}</div>\n`}<table ${table} class="p" width="100%" bgcolor="${paper}" style="${styles.page}"><tr><td align="center">
<table ${table} width="${mailWidth}" style="${styles.column}"><tr><td class="t" style="${styles.text}">
<p class="l" style="${styles.head}">${of.head}</p>
${of.inside}
<p class="q" style="${styles.foot}">${html(of.words.because(of.name))}</p>
<p class="q" style="${styles.small}">${link('{{preferences}}', of.words.choose)} · ${link('{{leave}}', of.words.leave)}</p>
<p class="q" style="${styles.small}">${of.sender.map(html).join('<br>')}</p>
</td></tr></table>
</td></tr></table>
</body>`,
  )
}
