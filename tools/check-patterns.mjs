// Finds regular expressions that some text makes slower than linear time: `npm run lint`.
//   node tools/check-patterns.mjs [folder …]
// A pattern that reads no text of strangers, or only short ones, is exempted beside it (`// unchecked pattern: why`) or for
// all patterns of its file (`// unchecked patterns: why`).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'

// The JavaScript backend gives the same verdict on every machine.
process.env['RECHECK_BACKEND'] = 'pure'
// It works in this thread: between two threads, an answer is sometimes awaited before it is there.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
const require = createRequire(import.meta.url)
const { checkSync } = require('recheck')
const { version } = require('recheck/package.json')

const folders = ['api', 'art', 'content', 'contract', 'db', 'markdown', 'scripts', 'site']
const isCode = (name) => /\.(ts|tsx|mjs|cjs|js|astro)$/.test(name) && !/\.test\.tsx?$/.test(name)
const aloneBeside = /\/\/ unchecked pattern: \S/
const ofWholeFile = /\/\/ unchecked patterns: \S/

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesBelow(path)
    else if (entry.isFile() && isCode(entry.name)) yield path
  }
}

const blank = (text) => text.replace(/[^\n]/g, ' ')

/** The TypeScript parts of a file, with their line numbers preserved. */
function codeOf(path) {
  const text = readFileSync(path, 'utf8')
  if (!path.endsWith('.astro')) return [text]
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) + 4 : 0
  const frontmatter = text.slice(0, end).replaceAll('---', '   ')
  const scripts = []
  // unchecked pattern: it reads our own pages.
  const inner = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>|<!--[\s\S]*?-->/g
  const markup = (blank(text.slice(0, end)) + text.slice(end)).replace(
    inner,
    (whole, name, body = '', at) => {
      const from = at + whole.indexOf(body)
      if (name === 'script') scripts.push(blank(text.slice(0, from)) + body)
      return blank(whole)
    },
  )
  return [frontmatter, ...scripts, `<>${markup}</>`]
}

/** Values of constants of the same file. */
function constantsOf(file) {
  const constants = new Map()
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return constants
}

/** The constant text or list of texts of an expression, else undefined. */
function constantOf(node, constants) {
  const value = (inner) => constantOf(inner, constants)
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return value(constants.get(node.text))
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return value(node.expression)
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map((span) => [value(span.expression), span.literal.text])
    if (parts.some(([part]) => typeof part !== 'string')) return undefined
    return node.head.text + parts.flat().join('')
  }
  if (ts.isArrayLiteralExpression(node)) {
    const parts = node.elements.map((it) => value(ts.isSpreadElement(it) ? it.expression : it))
    return parts.includes(undefined) ? undefined : parts.flat()
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const list = value(node.expression.expression)
    const by = value(node.arguments[0])
    const isJoin = node.expression.name.text === 'join' && Array.isArray(list)
    return isJoin && by !== undefined ? list.join(by) : undefined
  }
  return undefined
}

/** Every pattern of the code. `source` is undefined if it is not a literal or made of constants. */
function patternsOf(path, code) {
  const kind = /\.(tsx|astro)$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
  const constants = constantsOf(file)
  const found = []
  const visit = (node) => {
    const line = () => file.getLineAndCharacterOfPosition(node.getStart()).line
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({
        line: line(),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        text: node.text,
      })
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isCall && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      found.push({
        line: line(),
        source: constantOf(source, constants),
        flags: flags ? constantOf(flags, constants) : '',
        text: node.getText(),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/**
 * The pattern without its lookarounds, and each of these alone: recheck proves its verdicts for patterns
 * without lookarounds, and only guesses for others.
 */
function withoutLookarounds(source) {
  const parts = []
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: One scanner, whose cases share the place that they have come to.
  const rest = (from, isInner) => {
    let text = ''
    let at = from
    let isClass = false
    let depth = 0
    while (at < source.length) {
      const sign = source[at]
      const look = isClass ? undefined : /^\(\?<?[=!]/.exec(source.slice(at, at + 4))?.[0]
      if (sign === '\\') {
        text += source.slice(at, at + 2)
        at += 2
      } else if (look) {
        const [inner, end] = rest(at + look.length, true)
        parts.push(inner)
        text += '(?:)'
        at = end
      } else {
        if (sign === '[') isClass = true
        else if (sign === ']') isClass = false
        else if (sign === '(' && !isClass) depth++
        else if (sign === ')' && !isClass && depth-- === 0 && isInner) return [text, at + 1]
        text += sign
        at++
      }
    }
    return [text, at]
  }
  const [whole] = rest(0, false)
  return [whole, ...parts]
}

const minutes = 2

/** Returns undefined for a pattern of linear time, else the fault. */
function judge({ source, flags }) {
  if (source === undefined || flags === undefined) return 'is made at run time'
  for (const part of withoutLookarounds(source)) {
    const found = checkSync(part, flags, {
      checker: 'automaton',
      timeout: minutes * 60_000,
    })
    if (found.status === 'vulnerable') return `is ${found.complexity.summary}`
    if (found.status === 'unknown') return `cannot be judged (${found.error.kind})`
  }
  return undefined
}

const memory = 'node_modules/.cache/ascend/patterns.json'

/** Verdicts of earlier runs, by pattern. */
function readMemory() {
  try {
    const stored = JSON.parse(readFileSync(memory, 'utf8'))
    return stored.version === version ? stored.verdicts : {}
  } catch {
    return {}
  }
}

const before = readMemory()
const verdicts = {}
const faults = []
let count = 0
const asked = process.argv.slice(2)
for (const path of (asked.length > 0 ? asked : folders).flatMap((it) => [...filesBelow(it)])) {
  const lines = readFileSync(path, 'utf8').split('\n')
  if (lines.some((line) => ofWholeFile.test(line))) continue
  for (const { line, text, source, flags } of codeOf(path).flatMap((it) => patternsOf(path, it))) {
    count++
    if ([line, line - 1].some((at) => aloneBeside.test(lines[at] ?? ''))) continue
    const key = `/${source}/${flags}`
    const verdict =
      source === undefined
        ? judge({ source, flags })
        : (before[key] ?? judge({ source, flags }) ?? '')
    if (source !== undefined) verdicts[key] = verdict
    if (verdict) faults.push(`${path}:${line + 1} ${text.slice(0, 200)} ${verdict}`)
  }
}
mkdirSync(join(memory, '..'), { recursive: true })
writeFileSync(memory, JSON.stringify({ version, verdicts: { ...before, ...verdicts } }))
for (const fault of faults) console.error(fault)
console.log(
  `Looked at ${count} patterns: ${faults.length} of them take too long on a hostile text.`,
)
process.exit(faults.length > 0 ? 1 : 0)
