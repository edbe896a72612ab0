import { authorRoles } from '#contract/magazine/categories.ts'

/** The role of authors of whom nothing says more. */
export const unknownRole = authorRoles.at(-1) as string

export const outcomes = {
  added: 'added',
  changed: 'changed as at the source',
  unchanged: 'unchanged',
  editedHere: 'edited here since, and left as they are',
  deletedHere: 'deleted here since, and not brought back',
  hereAlready: 'written here, and left as they are',
  failed: 'not imported',
} as const
export type Outcome = keyof typeof outcomes

/** What an import did, or would do. */
export interface Report {
  source: string
  stories: Record<Outcome, number>
  /** What the editors of an exported site of ours had not published. */
  editorDrafts: Record<Outcome, number>
  published: number
  drafts: number
  pictures: { stored: number; known: number }
  /** The books of an export of this site. */
  books: number
  /** Things that are no stories, by kind. */
  leftOut: Map<string, number>
  /** Categories of the source that were not mapped. */
  unmapped: Map<string, number>
  /** Addresses of pictures that are not in the folder. */
  missing: Map<string, number>
  /** Links to pages of the old site that are no stories, with where they stand. */
  dead: Map<string, number>
  /** Likewise those to its PDFs. */
  files: Map<string, number>
  /** Authors of whom nothing says what they are. */
  unknownRoles: Map<string, number>
  problems: { name: string; reason: string }[]
}

export function aReport(source: string): Report {
  return {
    source,
    stories: noneYet(),
    editorDrafts: noneYet(),
    published: 0,
    drafts: 0,
    pictures: { stored: 0, known: 0 },
    books: 0,
    leftOut: new Map(),
    unmapped: new Map(),
    missing: new Map(),
    dead: new Map(),
    files: new Map(),
    unknownRoles: new Map(),
    problems: [],
  }
}

const noneYet = () =>
  Object.fromEntries(Object.keys(outcomes).map((name) => [name, 0])) as Record<Outcome, number>

export function addOne(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** The report for people; `defaultCategory` is where unmapped ones went. */
export function reportText(
  report: Report,
  { isDryRun, defaultCategory }: { isDryRun: boolean; defaultCategory: string },
): string {
  const { stories, editorDrafts, pictures } = report
  const total = totalOf(stories)
  return [
    isDryRun
      ? `Dry run of ${report.source}: nothing was written. The import would do this:`
      : `Imported ${report.source}:`,
    `${total} stories: ${report.published} published, ${report.drafts} drafts`,
    ...outcomeLines(stories),
    ...(totalOf(editorDrafts) > 0
      ? [`${totalOf(editorDrafts)} drafts of the editor:`, ...outcomeLines(editorDrafts)]
      : []),
    `${pictures.stored} pictures ${isDryRun ? 'to store' : 'stored'}, ${pictures.known} already here`,
    ...(report.books > 0 ? [`${report.books} books`] : []),
    ...counted('Left out, because they are no stories', report.leftOut),
    ...counted(
      `Categories without a line in the mapping file (their stories are in ${defaultCategory})`,
      report.unmapped,
    ),
    ...counted(
      `Authors printed as ${unknownRole}, because nothing says more (--roles names a file)`,
      report.unknownRoles,
    ),
    ...counted('Pictures that are not beside the file', report.missing),
    ...counted('Links to pages of the old site that are no stories here', report.dead),
    ...counted('PDFs of the old site, which are not taken along', report.files),
    ...listed(report.problems),
  ].join('\n')
}

const totalOf = (counts: Record<Outcome, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

const outcomeLines = (counts: Record<Outcome, number>) =>
  Object.entries(outcomes)
    .filter(([name]) => counts[name as Outcome] > 0)
    .map(([name, text]) => `  ${counts[name as Outcome]} ${text}`)

function counted(title: string, counts: Map<string, number>): string[] {
  if (counts.size === 0) return []
  const lines = [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
  return ['', `${title}:`, ...lines.map(([name, count]) => `  ${name} (${count})`)]
}

function listed(problems: Report['problems']): string[] {
  if (problems.length === 0) return []
  return [
    '',
    'What could not be read as it was:',
    ...problems.map(({ name, reason }) => `  ${name}: ${reason}`),
  ]
}
