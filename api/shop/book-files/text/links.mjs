// Part of the thread that reads EPUBs (epub-thread.mjs): what blocks are called, and what leads to them.

/** @typedef {import('./writer.mjs').Json} Json */
/** @typedef {import('./writer.mjs').Writer} Writer */

/** Calls `visit` with a node and all in it. @param {Json} node @param {(node: Json) => void} visit */
export function walk(node, visit) {
  visit(node)
  for (const inner of node.content ?? []) walk(inner, visit)
}

/** The block of the first level that each place is in. @param {Json[]} blocks @param {Writer} writer */
export function topsOf(blocks, { ids }) {
  /** @type {Map<string, Json>} */
  const tops = new Map()
  for (const block of blocks) {
    walk(block, (node) => {
      for (const id of ids.get(node) ?? []) if (!tops.has(id)) tops.set(id, block)
    })
  }
  return tops
}

/**
 * Leads links to the numbers of parts, and gives anchors to what they lead to. Those that lead nowhere are words alone.
 * @param {import('./chapters.mjs').MadePart[]} parts @param {Writer} writer
 * @param {import('./chapters.mjs').Page[]} pages
 */
export function joinLinks(parts, { ids, links }, pages) {
  /** @type {Map<string, { node: Json | undefined, part: number }>} */
  const places = new Map()
  /** @type {Map<Json, number>} */
  const numbers = new Map()
  /** @param {Json} node @param {number} part @param {boolean} isLifted */
  const add = (node, part, isLifted) => {
    numbers.set(node, part)
    for (const id of ids.get(node) ?? []) {
      if (!places.has(id)) places.set(id, { node: isLifted ? undefined : node, part })
    }
  }
  for (const [at, { doc, lifted }] of parts.entries()) {
    walk(doc, (node) => add(node, at + 1, false))
    if (lifted) walk(lifted, (node) => add(node, at + 1, true))
  }
  for (const { file, blocks } of pages) {
    const part = numbers.get(blocks[0])
    if (part !== undefined) places.set(`${file}#`, { node: undefined, part })
  }
  let anchors = 0
  const lost = new Set()
  for (const { mark, to } of links) {
    const place = places.get(to) ?? places.get(to.slice(0, to.indexOf('#') + 1))
    if (!place) {
      lost.add(mark)
      continue
    }
    const { node, part } = place
    if (node && !node.attrs?.anchor) node.attrs = { ...node.attrs, anchor: `a${++anchors}` }
    Object.assign(mark.attrs, { part, anchor: node?.attrs.anchor ?? '' })
  }
  if (lost.size === 0) return
  for (const { doc } of parts) {
    walk(doc, (node) => {
      if (node.marks?.some((mark) => lost.has(mark)))
        node.marks = node.marks.filter((mark) => !lost.has(mark))
    })
  }
}
