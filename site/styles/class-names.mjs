// unchecked patterns: they read our own code, when the site is bundled.

/** Precedes a value with classes: an attribute, a property or a constant of such a name, or a method of classList. */
const openings =
  /\b(?:class|class:list|\w*class(?:Name|es)?)(?:\??:[^=;\n]+)?\s*=(?![=>])\s*|\bclass(?:Name)?:\s*(?=['"`])|\bclassList\.\w+(?=\()/gi

/**
 * The parts of a source file that can hold classes: `class`, `className` and `class:list`, and constants
 * whose name ends in `Class` or `Classes`. Tailwind's own scan takes every word of the code for a class.
 */
export function classNames(source) {
  const names = classTexts(source).flatMap(({ from, to }) => source.slice(from, to).split(/\s+/))
  return [...new Set(names)].filter(Boolean)
}

/** The source with each class renamed as in the Map `names`. */
export function renameClasses(source, names) {
  let renamed = ''
  let done = 0
  for (const { from, to } of classTexts(source)) {
    if (from < done) continue
    const text = source.slice(from, to)
    renamed += source.slice(done, from) + text.replace(/\S+/g, (name) => names.get(name) ?? name)
    done = to
  }
  return renamed + source.slice(done)
}

/** Where the strings with classes are, in their order. */
function classTexts(source) {
  const places = new Map()
  for (const { 0: opening, index } of source.matchAll(openings)) {
    for (const place of textsFrom(source, index + opening.length)) places.set(place.from, place)
  }
  return [...places.values()].sort((one, other) => one.from - other.from)
}

/** The strings of the value that begins at `start`: a quoted string, or an expression with strings in it. */
function textsFrom(source, start, { until = source.length, depth = 0 } = {}) {
  const texts = []
  for (let at = start; at < until; at++) {
    const sign = source[at]
    if (sign === "'" || sign === '"' || sign === '`') {
      const { end, parts, inner } = readText(source, at)
      if (isClass(source, start, at, end)) texts.push(...parts)
      for (const { from, to } of inner)
        texts.push(...textsFrom(source, from, { until: to, depth: 1 }))
      at = end
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    if (depth < 0) break
    if (depth === 0 && !goesOn(source, start, at)) break
  }
  return texts
}

/** Whether the expression continues: an operator is before or after the text that was read. */
function goesOn(source, start, at) {
  const next = source[at + 1]
  if (next === undefined || next === ';' || next === ',') return false
  if (source[at] === '}' && source[start] === '{') return false
  // A quoted attribute ends with its quote.
  if (/['"]/.test(source[start]) && /['"]/.test(source[at]))
    return /^\s*[?+]/.test(source.slice(at + 1))
  if (next !== '\n') return true
  return (
    /(?:[=?:+(]|=>|&&|\|\|)\s*$/.test(source.slice(start - 2, at + 1)) ||
    /^\s*(?:[?:+.]|&&|\|\|)/.test(source.slice(at + 1))
  )
}

/** Operands of a comparison, keys and arguments of a call are not classes. */
function isClass(source, start, at, end) {
  const before = source.slice(start, at).trimEnd()
  const after = source.slice(end + 1).trimStart()
  if (/[=!]==?$/.test(before) || /^[=!]==?/.test(after)) return false
  if (/[{,]$/.test(before) && after.startsWith(':')) return false
  return !/\w\((?:[^()]*,\s*)?$/.test(before)
}

/** The string that the quote at `at` opens: its end, its parts between expressions, and those expressions. */
function readText(source, at) {
  const quote = source[at]
  const parts = []
  const inner = []
  let from = at + 1
  let end = from
  for (; end < source.length && source[end] !== quote; end++) {
    if (source[end] === '\\') end++
    else if (quote === '`' && source.startsWith('${', end)) {
      parts.push({ from, to: end })
      let depth = 1
      from = end + 2
      for (end = from; end < source.length && depth > 0; end++) {
        if (source[end] === '{') depth++
        if (source[end] === '}') depth--
      }
      inner.push({ from, to: --end })
      from = end + 1
    }
  }
  parts.push({ from, to: end })
  return { end, parts, inner }
}
