import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

/** Why an SVG is not taken, in words for whoever drew it. */
export class SvgFault extends Error {}

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'

const elements = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
)
/** Words about the drawing, which are left out with all that is in them. */
const silent = new Set(['title', 'desc', 'metadata'])

/** How something is painted: attributes, or declarations of `style`. */
const painted = new Set(
  (
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset opacity clip-path clip-rule color display visibility stop-color stop-opacity ' +
    'paint-order vector-effect'
  ).split(' '),
)
const attributes = new Set([
  ...painted,
  ...(
    'id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points transform offset viewBox preserveAspectRatio ' +
    'gradientUnits gradientTransform spreadMethod clipPathUnits href'
  ).split(' '),
])
/** What drawing programs write down for themselves; nothing of it is drawn. */
const ignored =
  /^(version|baseProfile|class|role|xml:space|enable-background|data-[\w-]+|aria-[\w-]+|overflow)$/

const mostElements = 2_000
const deepest = 40
// unchecked pattern: one way to read it; an attribute of a file of 64 KB at most.
const reference = /^url\(\s*(["']?)(#[\w-]+)\1\s*\)$/
/** No address, no function of CSS but those of colours and transforms, nothing that XML would read. */
const plainValue = /^[\w\s#%(),.+-]*$/

/**
 * The drawing made anew of shapes, groups, gradients and references to its own parts: what is not known to be harmless is
 * not left out but refused by its name, so that nobody's logo is shown without a part. Throws an SvgFault.
 */
export function rebuildSvg(source: string): string {
  const written: string[] = []
  /** Undefined: nothing of it is written. */
  const open: (string | undefined)[] = []
  let count = 0
  const parser = new SaxesParser({ xmlns: true, position: false })
  const refuse = (what: string): never => {
    throw new SvgFault(`This SVG has ${what}: save it without`)
  }
  parser.on('error', () => {
    throw new SvgFault('This SVG cannot be read: save it again as plain SVG')
  })
  parser.on('doctype', (declared) => {
    if (/[<[]/.test(declared)) refuse('an entity')
  })
  parser.on('processinginstruction', ({ target }) => refuse(`<?${target}>`))
  parser.on('opentag', (tag) => {
    const isSilent = open.length > 0 && (open.at(-1) === undefined || silent.has(tag.local))
    open.push(isSilent ? undefined : tag.local)
    count += 1
    if (count > mostElements || open.length > deepest) {
      throw new SvgFault('This SVG is too complicated for a logo: simplify its paths')
    }
    if (isSilent) return
    const isRoot = open.length === 1
    const isKnown = tag.uri === svgNamespace && elements.has(tag.local)
    if (!isKnown || (tag.local === 'svg') !== isRoot) refuse(`a <${tag.name}>`)
    written.push(
      `<${tag.local}${isRoot ? rootAttributes(tag, refuse) : writtenAttributes(tag, refuse)}>`,
    )
  })
  parser.on('closetag', () => {
    const name = open.pop()
    if (name) written.push(`</${name}>`)
  })
  parser.write(source).close()
  return written.join('')
}

type Refuse = (what: string) => never

function writtenAttributes({ attributes: all }: SaxesTagNS, refuse: Refuse): string {
  const kept = new Map(Object.values(all).flatMap((attribute) => keptOf(attribute, refuse)))
  return [...kept]
    .map(([name, value]) => ` ${name}="${writtenValue(name, value, refuse)}"`)
    .join('')
}

/** What of an attribute is drawn, by the names of attributes; a style is several. */
function keptOf(attribute: SaxesAttributeNS, refuse: Refuse): [string, string][] {
  const { name, local, prefix, uri, value } = attribute
  if (prefix === 'xmlns' || name === 'xmlns' || ignored.test(name)) return []
  if (name === 'style') return declarations(value, refuse)
  if (local === 'href' && (uri === xlinkNamespace || prefix === '')) return [['href', value]]
  if (!attributes.has(name)) refuse(`the attribute “${name}”`)
  return [[name, value.trim()]]
}

function writtenValue(name: string, value: string, refuse: Refuse): string {
  if (name === 'href') {
    if (!/^#[\w-]+$/.test(value)) refuse(`a reference to ${value.slice(0, 40) || 'nothing'}`)
    return value
  }
  const own = reference.exec(value)?.[2]
  if (own) return `url(${own})`
  if (!plainValue.test(value) || /url/i.test(value)) refuse(`“${value.slice(0, 40)}” as ${name}`)
  return value
}

function declarations(style: string, refuse: Refuse): [string, string][] {
  const written = style.split(';').filter((declaration) => declaration.trim() !== '')
  return written.map((declaration) => {
    const [property = '', ...text] = declaration.split(':')
    if (!painted.has(property.trim())) refuse(`the style “${property.trim()}”`)
    return [property.trim(), text.join(':').trim()]
  })
}

/** The square of a logo is 26 of 32 units wide, so that all logos have the same margin. */
function rootAttributes(tag: SaxesTagNS, refuse: Refuse): string {
  const sizeOf = (name: string) => Number.parseFloat(tag.attributes[name]?.value ?? '')
  const given = tag.attributes['viewBox']?.value.trim()
  const viewBox = given ?? `0 0 ${sizeOf('width')} ${sizeOf('height')}`
  const numbers = viewBox.split(/[\s,]+/).map(Number)
  const [, , width = 0, height = 0] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0) {
    throw new SvgFault('This SVG has no size: give it a viewBox')
  }
  const placed = ['x', 'y', 'width', 'height', 'viewBox', 'preserveAspectRatio']
  const others = Object.entries(tag.attributes).filter(([name]) => !placed.includes(name))
  const rest = writtenAttributes({ ...tag, attributes: Object.fromEntries(others) }, refuse)
  return ` x="3" y="3" width="26" height="26" viewBox="${numbers.join(' ')}"${rest}`
}
