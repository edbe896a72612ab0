import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'

const specification = 'docs/specification.md'
const read = (file: string) => readFileSync(file, 'utf8')

interface Row {
  number: string
  heldIn: string | undefined
}

/** The rows of all tables of a document, and what their column "held in" says. */
function rowsOf(markdown: string): Row[] {
  let columns: string[] | undefined
  return markdown.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) {
      columns = undefined
      return []
    }
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (!columns) {
      columns = cells
      return []
    }
    if (/^-+$/.test(cells[0] ?? '')) return []
    return [{ number: cells[0] ?? '', heldIn: cells[columns.indexOf('held in')] }]
  })
}

const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

/** Rules of a document that name no file, or one that is not there. */
function unheld(markdown: string, isThere: (path: string) => boolean): string[] {
  return rowsOf(markdown).flatMap(({ number, heldIn }) => {
    if (heldIn === undefined) return []
    const paths = pathsIn(heldIn)
    if (paths.length === 0) return [`${number}: no file`]
    return paths.filter((path) => !isThere(path)).map((path) => `${number}: ${path}`)
  })
}

const papers =
  'spec|product|gaps|naming|threats|budgets|stack|payments|letters|editor|scale|feather|models|conventions'

/** How a paper is cited that nobody who clones the repository has. */
const outside = [
  /\bDESIGN\b/,
  /\bspec(?:ification)?(?:[’']s)?,? \(?sections? \d/i,
  /\b(?:product|threats|gaps|reference)[’']?s? (?:sections? )?(?:E?\d)/i,
  /\barchitecture(?:\.md)? section/i,
  new RegExp(`\\bshared/(?:design|reference|${papers})`, 'i'),
  new RegExp(`(?<![:/\\w-])reference/(?:${papers}|admin)\\b`, 'i'),
  new RegExp(`(?<![\\w/.-])(?:${papers})\\.md\\b`, 'i'),
]

const citesPaper = (line: string) => outside.some((pattern) => pattern.test(line))

/** Sections that a text cites: of "specification 4.3 and 11.3" both. */
function citedIn(text: string): string[] {
  const number = String.raw`\d+(?:\.\d+)*`
  const citation = new RegExp(`\\bspecification (${number}(?:(?:, | and )${number})*)`, 'gi')
  return [...text.matchAll(citation)].flatMap(
    ([, numbers = '']) => numbers.match(new RegExp(number, 'g')) ?? [],
  )
}

/** Applied migrations are never edited, and this file has to name what it looks for. */
const isOurs = (file: string) =>
  !/^(?:db\/migrations\/|tests\/rules\/specification\.test\.ts$)/.test(file) &&
  !/\.(?:pdf|png|jpg|woff2|ico)$/.test(file)

const files = [
  ...sourceFiles().filter(isOurs),
  ...sourceFiles('.github').map((file) => `.github/${file}`),
]

describe('the specification', () => {
  test('names existing files for every rule', () => {
    expect(rowsOf(read(specification)).length).toBeGreaterThan(400)
    expect(unheld(read(specification), existsSync)).toEqual([])
  })

  test('has each number once, in order', () => {
    const numbers = rowsOf(read(specification)).map(({ number }) => number)
    const inOrder = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    expect(numbers.filter((number) => !/^\d+\.\d+(\.\d+)?$/.test(number))).toEqual([])
    expect(numbers).toEqual([...new Set(inOrder)])
  })

  test('has every cited section', () => {
    const text = read(specification)
    const headings = [...text.matchAll(/^##+ (\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number)
    const known = new Set([...headings, ...rowsOf(text).map(({ number }) => number)])
    const unknown = files.flatMap((file) =>
      citedIn(read(file))
        .filter((number) => !known.has(number))
        .map((number) => `${file}: ${number}`),
    )
    expect(unknown).toEqual([])
  })

  test('is cited by comments and documents instead of papers outside the repository', () => {
    const found = files.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) =>
          citesPaper(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    )
    expect(found).toEqual([])
  })
})

describe('the checks of the specification', () => {
  const table = (path: string) =>
    `| no. | rule | held in |\n|---|---|---|\n| 1.1.1 | A rule. | ${path} |`

  test('find a rule without a file or with a moved one', () => {
    expect(unheld(table('`tests/rules/specification.test.ts`'), existsSync)).toEqual([])
    expect(unheld(table('`tests/moved-away.ts`'), existsSync)).toEqual([
      '1.1.1: tests/moved-away.ts',
    ])
    expect(unheld(table('–'), existsSync)).toEqual(['1.1.1: no file'])
  })

  test.each([
    '/** Product section 5. */',
    '// The messages are the specification’s (section 5).',
    '/** Specification section 9, DESIGN section 6. */',
    '/** Of a JSON body (threats 23). */',
    '/** Reference/gaps E12: loading that never ends. */',
    '// Who may import whom: architecture.md section 4.',
    ' * as the documented API does (reference: payments.md).',
    '/** The raw dyes of shared/design. */',
  ])('find a citation of an outside paper: %s', (line) => {
    expect(citesPaper(line)).toBe(true)
  })

  test.each([
    '/** The terms of a story (specification 4.3). */',
    "call('POST /orders/:reference/check', { reference })",
    '[send-the-newsletter.md](docs/how-to/send-the-newsletter.md)',
    '/** A browser heeds the first directive alone (CSP 3, section 2.2.1). */',
    'Who may import whom: docs/architecture.md',
  ])('accept a valid line: %s', (line) => {
    expect(citesPaper(line)).toBe(false)
  })

  test('read citations of several sections', () => {
    expect(citedIn('(specification 4.3, 5.5 and 11.3)')).toEqual(['4.3', '5.5', '11.3'])
  })
})
