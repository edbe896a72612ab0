import { type MailId, mailTexts, type OwnPlaceholder, wordsOf } from '#contract/mails/mail-texts.ts'
import { isBlock, isPlaceholder, partsOf } from '#contract/mails/placeholders.ts'
import { oneLine } from '#contract/text.ts'
import { greeting, type MailContext, signedOff } from './mail-texts.ts'
import type { MailContent } from './render-mail.ts'

/** What a placeholder stands for: words, otherwise ones in a subject, or paragraphs. Without any it leaves no gap. */
export type Filling = string | { inSubject: string; inText: string } | readonly string[]

interface Filled<Name extends string> extends Pick<MailContent, 'moreLinks' | 'attachments'> {
  /** Whom it greets. */
  name: string | null
  /** Where its button leads. */
  url?: string
  values: Record<Name, Filling>
}

type Frame = Pick<MailContext, 'brand' | 'words'>

/** A mail in the publisher's words, or the original ones. What is filled in is never read for placeholders. */
export function inWords<Id extends MailId>(
  id: Id,
  { brand, words }: Frame,
  { name, url, values, ...content }: Filled<OwnPlaceholder<Id>>,
): MailContent {
  const { button, because, isAboutData } = mailTexts[id]
  const contact = isAboutData && brand.dataEmail
  const fillings: Fillings = {
    ...values,
    magazine: brand.name,
    publisher: brand.publisher,
    email: contact || brand.email,
  }
  const { above, below } = paragraphsFrom(wordsOf(words, id, 'text'), fillings)
  return {
    ...content,
    subject: fillSubject(wordsOf(words, id, 'subject'), fillings),
    paragraphs: [greeting(name, { words }), ...above],
    below: [...below, ...signedOff({ words })],
    ...(button && url && { link: { label: button, url } }),
    because: fillLine(because, fillings),
    ...(contact && { contact }),
  }
}

type Fillings = Record<string, Filling>

function fillSubject(template: string, fillings: Fillings): string {
  let subject = ''
  for (const part of partsOf(template)) {
    if (typeof part === 'string') subject += part
    else {
      const { inSubject, inText } = inBoth(fillings[part.name])
      const separated = trimSeparator(subject)
      const isApart = separated !== subject
      if (inSubject === '' && isApart) subject = separated
      else subject += inSubject || inText
    }
  }
  return subject
}

/** Without the sign that stands before what follows. */
const trimSeparator = (text: string) => {
  const words = text.trimEnd()
  return /[:,–—-]$/.test(words) ? words.slice(0, -1).trimEnd() : text
}

/** Above the button and below it; what makes paragraphs of its own stands apart from the words around it. */
function paragraphsFrom(template: string, fillings: Fillings) {
  const sides = { above: [] as string[], below: [] as string[] }
  let side = sides.above
  for (const paragraph of template.split('\n')) {
    let line = ''
    const end = () => {
      const filled = fillLine(line.trim(), fillings)
      if (filled) side.push(filled)
      line = ''
    }
    for (const part of partsOf(paragraph)) {
      if (typeof part === 'string') line += part
      else if (isPlaceholder(part.name) && isBlock(part.name)) {
        end()
        if (part.name === 'link') side = sides.below
        else side.push(...paragraphsOf(fillings[part.name]))
      } else line += `{${part.name}}`
    }
    end()
  }
  return sides
}

function paragraphsOf(filling: Filling = ''): string[] {
  if (typeof filling === 'string') return filling ? [filling] : []
  return 'inText' in filling ? [filling.inText] : [...filling]
}

function fillLine(template: string, fillings: Fillings): string {
  let line = ''
  for (const part of partsOf(template)) {
    if (typeof part === 'string') line += part
    else {
      const { inText } = inBoth(fillings[part.name])
      line = inText ? line + inText : line.trimEnd()
    }
  }
  return line
}

function inBoth(filling: Filling = ''): { inSubject: string; inText: string } {
  if (typeof filling === 'string') return { inSubject: filling, inText: oneLine(filling) }
  return 'inText' in filling ? filling : { inSubject: '', inText: '' }
}
