import type { Mark, Node } from 'prosemirror-model'
import { canonical, cleanText } from './canonical.ts'
import { node, storySchema } from './story-schema.ts'

// WhatsApp copies its messages as text: "[10:12, 22/11/2026] Ada: It is *true*", with marks of direction between. Phones
// write the day first, an exported chat has "22/11/2026, 10:12 - Ada:", and clocks of twelve hours end with "pm".

const messageHeads = [
  /^\[(?:\d{1,4}[/.-][\d/.-]{1,8},?\s)?\d{1,2}:\d{2}[^\]]{0,30}\]\s[^:]{1,60}:\s/,
  /^\d{1,4}[/.-][\d/.-]{1,8},?\s\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\s[-–]\s(?:[^:]{1,60}:\s)?/i,
]
const timeAlone = /^\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?$/i
// unchecked pattern: what stands between two signs has none, and is read once.
const sign = /(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu

/** Converts pasted text: a paragraph for each line, with WhatsApp's `*bold*` and `_italic_`. */
export function fromText(text: string): Node {
  const typed = cleanText(text)
    .replace(/[\u200b\u200e\u200f]/g, '')
    .split('\n')
    .map((line) => line.trim())
  const words = typed.map((line) =>
    messageHeads.reduce((rest, head) => rest.replace(head, ''), line),
  )
  const isChat = words.some((line, index) => line !== typed[index])
  const lines = words.filter((line) => line && !(isChat && timeAlone.test(line)))
  const paragraphs = lines.map((line) => node('paragraph', null, marked(line)))
  return canonical(
    node('doc', null, paragraphs.length > 0 ? paragraphs : [node('paragraph', null)]),
  )
}

function marked(line: string): Node[] {
  const nodes: Node[] = []
  const add = (text: string, marks: Mark[] = []) => {
    if (text) nodes.push(storySchema.text(text, marks))
  }
  let end = 0
  for (const match of line.matchAll(sign)) {
    add(line.slice(end, match.index))
    add(match[2] as string, [storySchema.mark(match[1] === '*' ? 'strong' : 'em')])
    end = match.index + match[0].length
  }
  add(line.slice(end))
  return nodes
}
