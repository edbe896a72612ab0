// Part of the thread that reads EPUBs (epub-thread.mjs): what holds where words stand.

import { lookOf } from './styles.mjs'
import { isOf } from './tree.mjs'

/** @typedef {import('./tree.mjs').Element} Element */
/** @typedef {import('./blocks.mjs').Book} Book */
/** @typedef {{ type: string, attrs?: Record<string, unknown> }} Mark */
/**
 * What holds where words stand, as their elements and styles have it.
 * @typedef {object} Context
 * @property {string} file that is read
 * @property {import('./styles.mjs').Rules[]} sheets
 * @property {Mark | undefined} link
 * @property {boolean} strong
 * @property {boolean} em
 * @property {boolean} small_caps
 * @property {'sub' | 'sup' | undefined} script
 * @property {string} lang
 * @property {string} dir
 * @property {string} align
 * @property {boolean} isIndented by a style
 * @property {boolean} isInset as the explanation of a word is
 * @property {'paragraph' | 'heading' | 'caption'} block what words become
 * @property {number} level of a heading
 * @property {string} blockLang of the block around
 * @property {string} blockDir
 * @property {boolean} isPre white space counts
 * @property {boolean} isInline blocks in it become lines
 * @property {boolean} isVerse
 * @property {boolean} isFigure
 * @property {number} depth of blocks around
 * @property {Mark[]} marks made of the above
 */

/** Two languages are one where the one only says more: `en` and `en-NG`. */
export function isSameLanguage(/** @type {string} */ one, /** @type {string} */ other) {
  const [a, b] = [`${one.toLowerCase()}-`, `${other.toLowerCase()}-`]
  return a.startsWith(b) || b.startsWith(a)
}

/** The marks of a context, in the order of the schema. @param {Omit<Context, 'marks'>} context @returns {Context} */
export function withMarks(context) {
  const { link, strong, em, small_caps, script, lang, dir, blockLang, blockDir } = context
  /** @type {Mark[]} */
  const marks = []
  if (link) marks.push(link)
  const isForeign = lang !== '' && !isSameLanguage(lang, blockLang)
  if (isForeign || dir !== blockDir) {
    const attrs = { lang: isForeign ? lang : '', dir: dir === blockDir ? '' : dir || 'ltr' }
    marks.push({ type: 'language', attrs })
  }
  if (strong) marks.push({ type: 'strong' })
  if (em) marks.push({ type: 'em' })
  if (small_caps) marks.push({ type: 'small_caps' })
  if (script) marks.push({ type: script })
  return { ...context, marks }
}

const bold = { strong: true }
const italic = { em: true }
/** @type {Map<string, Partial<Context>>} */
const tags = new Map(
  Object.entries({
    b: bold,
    strong: bold,
    i: italic,
    em: italic,
    cite: italic,
    dfn: italic,
    var: italic,
    sub: { script: 'sub' },
    sup: { script: 'sup' },
    rt: { script: 'sup' },
  }),
)
export const languagePattern = /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}$/i

/** @param {Element} element @param {Context} context @returns {Partial<Context>} */
export function languageOf({ attributes }, context) {
  const { lang = '', dir = '' } = attributes
  return {
    lang: languagePattern.test(lang) ? lang : context.lang,
    dir: /^(?:ltr|rtl)$/.test(dir) ? dir : context.dir,
  }
}

/** What holds inside an element among words. @param {Element} element @param {Context} context @param {Book} book */
export function inlineContext(element, context, { writer }) {
  const { name, attributes } = element
  const { strong, em, small_caps } = lookOf(element, context.sheets)
  const change = { ...tags.get(name), ...languageOf(element, context) }
  if (strong !== undefined) change.strong = strong
  if (em !== undefined) change.em = em
  if (small_caps !== undefined) change.small_caps = small_caps
  if (name === 'a' && attributes.href !== undefined)
    change.link = linkOf(attributes, context, writer)
  const isSame = Object.entries(change).every(([key, value]) => context[key] === value)
  return isSame ? context : withMarks({ ...context, ...change })
}

/** @param {Record<string, string>} attributes @param {Context} context @param {Book['writer']} writer */
function linkOf(attributes, { file }, writer) {
  const href = attributes.href.trim()
  if (!/^[a-z][a-z\d+.-]*:/i.test(href))
    return writer.link(file, href, isOf(attributes, /^noteref$/))
  return isAddress(href) ? { type: 'link', attrs: { href } } : undefined
}

/** As the schema has it (markdown/links.ts). */
function isAddress(/** @type {string} */ href) {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return true
  if (!/^https?:\/\/\S+$/i.test(href)) return false
  try {
    return Boolean(new URL(href))
  } catch {
    return false
  }
}

/** @param {Context} context @returns {Context} */
export const deeper = (context, levels = 1) => ({
  ...context,
  depth: context.depth + levels,
  isFigure: false,
})

/** A table that has it stands there itself. @param {string} name @param {string | undefined} align */
function alignOf(name, align = '') {
  if (name === 'center') return 'center'
  return name !== 'table' && /^(?:center|right|left)$/i.test(align)
    ? align.toLowerCase()
    : undefined
}

/** What holds in a block. @param {Element} element @param {Context} context */
export function blockContext(element, context) {
  const { name, attributes } = element
  const look = lookOf(element, context.sheets)
  const { lang, dir } = languageOf(element, context)
  const level = /^h[1-6]$/.test(name) ? Math.min(5, Number(name[1]) + 1) : 0
  const isTerm = name === 'dt' || name === 'summary'
  const isBold = isTerm || (level === 0 && name !== 'th' && (look.strong ?? context.strong))
  const aligned = look.align ?? alignOf(name, attributes.align) ?? context.align
  /** @type {Context} */
  const inner = {
    ...context,
    lang,
    dir,
    blockLang: lang,
    blockDir: dir,
    strong: isBold,
    em: look.em ?? context.em,
    small_caps: look.small_caps ?? context.small_caps,
    align: aligned === 'left' || (aligned === 'right' && dir === 'rtl') ? '' : aligned,
    isIndented: look.isIndented ?? false,
    isInset: context.isInset || name === 'dd',
    isPre: context.isPre || name === 'pre',
  }
  if (level > 0 || isTerm) inner.isInline = true
  if (level > 0) Object.assign(inner, { block: 'heading', level })
  return withMarks(inner)
}

/** What holds around a page. @param {string} file @param {Context['sheets']} sheets @param {string} language */
export const pageContext = (file, sheets, language) =>
  withMarks({
    file,
    sheets,
    link: undefined,
    strong: false,
    em: false,
    small_caps: false,
    script: undefined,
    lang: language,
    dir: '',
    align: '',
    isIndented: false,
    isInset: false,
    block: 'paragraph',
    level: 0,
    blockLang: language,
    blockDir: '',
    isPre: false,
    isInline: false,
    isVerse: false,
    isFigure: false,
    depth: 0,
  })
