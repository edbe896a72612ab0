// Part of the thread that reads EPUBs (epub-thread.mjs): that no word is lost.

import { withoutSpace } from './tree.mjs'

/** @typedef {import('./writer.mjs').Json} Json */

/** The text of blocks, a line for each. */
export function textOf(/** @type {Json[]} */ blocks) {
  /** @type {string[]} */
  const pieces = []
  const add = (/** @type {Json} */ { type, text, content, attrs }) => {
    if (text !== undefined) pieces.push(text)
    else if (type === 'line_break') pieces.push('\n')
    else if (type === 'math') addSigns(attrs.tree, pieces)
    else if (content) {
      for (const node of content) add(node)
      pieces.push('\n')
    }
  }
  for (const block of blocks) add(block)
  return pieces.join('')
}

/** @param {any} tree @param {string[]} pieces */
function addSigns([, , ...parts], pieces) {
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(part)
    else addSigns(part, pieces)
  }
}

/**
 * The first file whose words are not what was written of it, in order; undefined where no word is lost, added or moved.
 * @param {{ file: string, plain: string }[]} files in reading order, without white space
 * @param {string} written by white space or nothing apart; the titles of chapters may differ in case
 */
export function firstLoss(files, written) {
  const made = withoutSpace(written).toLowerCase()
  let from = 0
  for (const { file, plain } of files) {
    const expected = plain.toLowerCase()
    if (!made.startsWith(expected, from)) return file
    from += expected.length
  }
  return from === made.length ? undefined : (files.at(-1)?.file ?? '')
}
