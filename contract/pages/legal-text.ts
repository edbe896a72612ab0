// Terms and Privacy: sections of Markdown, of which the law or the shop needs some word for word.

/** The groups that are such texts. */
export const legalGroups = ['terms', 'privacy'] as const
export type LegalGroup = (typeof legalGroups)[number]

export const isLegal = (group: string): group is LegalGroup =>
  legalGroups.some((one) => one === group)

export interface Section {
  /** Empty for what stands before the first heading. */
  heading: string
  text: string
  /** It stays as the file has it. */
  isLocked?: true | undefined
}

export interface LegalText {
  sections: Section[]
  /** The day of the last change, YYYY-MM-DD. */
  updated: string
  /** The day that the text itself says for `{date}`. */
  applies: string
  /** Days whose text was in force before, the newest first: each can still be read. */
  earlier: string[]
}

/** The sections of a file; those whose heading is listed are locked, and so is what stands before the first. */
export function readSections(markdown: string, locked: readonly string[]): Section[] {
  return markdown.split(/^## /m).map((part, index) => {
    if (index === 0) return { heading: '', text: part.trim(), isLocked: true }
    const [heading = '', ...lines] = part.split('\n')
    const text = lines.join('\n').trim()
    return locked.includes(heading) ? { heading, text, isLocked: true } : { heading, text }
  })
}

/**
 * The sections with every locked one as the file has it now, wherever it was put: one that was left out comes back at the
 * end, and what a later file has no more goes.
 */
export function withLocked(sections: readonly Section[], original: readonly Section[]): Section[] {
  const locked = original.filter(({ isLocked }) => isLocked)
  const [lead, ...others] = locked
  const placed = sections.flatMap((section): Section[] => {
    const found = others.find(({ heading }) => heading === section.heading)
    if (found) return [found]
    return section.isLocked ? [] : [section]
  })
  return [...(lead ? [lead] : []), ...placed, ...others.filter((one) => !placed.includes(one))]
}

/** What is published on this day (YYYY-MM-DD) in place of the text before; a text without a change keeps its days. */
export function legalOn(today: string, sections: Section[], before: LegalText): LegalText {
  if (textOfSections(sections) === textOfSections(before.sections)) return before
  const earlier = [before.updated, ...before.earlier].filter((day) => day !== today)
  return { sections, updated: today, applies: today, earlier: [...new Set(earlier)] }
}

/** As Markdown. */
export const textOfSections = (sections: readonly Section[]) =>
  sections.map(({ heading, text }) => (heading ? `## ${heading}\n\n${text}` : text)).join('\n\n')

/** The parts of a section: Markdown, or a table as rows of cells, the first of which is its head. */
export function readTables(text: string): (string | string[][])[] {
  return text
    .split(/\n{2,}(?=\|)|(?<=\|)\n{2,}/)
    .map((part) => (part.startsWith('|') ? part.split('\n').filter(isRow).map(cellsOf) : part))
}

const isRow = (line: string) => !/^[|\s:-]+$/.test(line)
const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())
