// Runs in a thread of its own (prepare-stamp.ts).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import createQpdf from '@neslinesli93/qpdf-wasm'
import { getDocument } from 'unpdf/pdfjs'

/** @typedef {{ path: string, to: string, drawing: Uint8Array, entry: string }} Job */

const margin = 20
/** The width of the stamp, at its full size. */
const stampWidth = 320
const baseline = 9

class StampProblem extends Error {}

try {
  parentPort?.postMessage({ places: await prepare(workerData) })
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof StampProblem ? error.message : 'damaged' })
}
// pdf.js would keep the thread open.
process.exit()

/** @param {Job} job */
async function prepare({ path, to, drawing, entry }) {
  // First, since pdf.js has a copy of its own.
  const boxes = await pageBoxes(path)
  const { files, qpdf } = await openQpdf()
  files.write('/in.pdf', readUnsigned(path))
  const read = (/** @type {string[]} */ references, /** @type {string[]} */ ...more) => {
    // The arguments go by a file, since a book has thousands of pages.
    const lines = references.map((name) => `--json-object=${name.replace(/ (\d+) R$/, ',$1')}`)
    files.write('/wanted', lines.join('\n'))
    qpdf([
      '/in.pdf',
      '--json=2',
      '--json-stream-data=none',
      '--json-key=qpdf',
      ...more,
      '@/wanted',
      '/facts.json',
    ])
    return JSON.parse(files.read('/facts.json').toString())
  }
  const {
    qpdf: [head, { trailer }],
    pages,
  } = read(['trailer'], '--json-key=pages')
  if ('/Encrypt' in trailer.value) throw new StampProblem('locked')
  if (boxes.length !== pages.length) throw new Error('the number of pages is not clear')
  const change = stampPages({
    head,
    trailer: trailer.value,
    boxes,
    drawing,
    entry,
    pages: pages.map((/** @type {{ object: string }} */ page) => page.object),
    read: (references) => (references.length > 0 ? read(references).qpdf[1] : {}),
  })
  files.write('/change.json', JSON.stringify(change))
  qpdf([
    ...['/in.pdf', '--update-from-json=/change.json', '--linearize', '--deterministic-id'],
    ...['--stream-data=preserve', '--object-streams=preserve', '/out.pdf'],
  ])
  files.remove('/in.pdf')
  const made = files.read('/out.pdf')
  const places = [placeOf(made, Buffer.from(drawing)), placeOf(made, Buffer.from(`(${entry})`))]
  writeFileSync(to, made)
  return places
}

/** A signature covers the bytes as they are. */
function readUnsigned(/** @type {string} */ path) {
  const bytes = readFileSync(path)
  if (bytes.includes('/ByteRange')) throw new StampProblem('signed')
  return bytes
}

/** The place of what stands there exactly once. */
function placeOf(/** @type {Buffer} */ made, /** @type {Buffer} */ part) {
  const place = made.indexOf(part)
  if (place < 0 || made.indexOf(part, place + 1) >= 0)
    throw new Error('the stamp is not there once')
  return place
}

/** Calls that throw where qpdf has an error or a warning: what it had to mend may have lost something. */
async function openQpdf() {
  const require = createRequire(import.meta.url)
  const wasmBinary = readFileSync(require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'))
  const create = /** @type {(options: object) => Promise<any>} */ (
    /** @type {unknown} */ (createQpdf)
  )
  const module = await create({ noInitialRun: true, wasmBinary })
  return {
    files: {
      write: (/** @type {string} */ name, /** @type {Uint8Array | string} */ content) =>
        module.FS.writeFile(name, content, { canOwn: true }),
      remove: (/** @type {string} */ name) => module.FS.unlink(name),
      read: (/** @type {string} */ name) => Buffer.from(module.FS.readFile(name).buffer),
    },
    qpdf(/** @type {string[]} */ options) {
      const status = module.callMain(options)
      if (status !== 0) throw new Error(`qpdf ended with ${status}`)
    },
  }
}

/** The pages as they are shown: what of the page, and how it is turned. */
async function pageBoxes(/** @type {string} */ path) {
  const { buffer, byteOffset, length } = readFileSync(path)
  const data = new Uint8Array(buffer, byteOffset, length)
  const pdf = await getDocument({ data, disableFontFace: true, verbosity: 0 }).promise
  const boxes = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    boxes.push({ box: page.view, turned: page.rotate })
    page.cleanup()
  }
  await pdf.destroy()
  return boxes
}

/** @typedef {Record<string, any>} Dictionary */

/**
 * The change of the document: one drawing, which every page shows at its foot, and one more entry in the metadata.
 * @param {{ head: Dictionary, trailer: Dictionary, pages: string[], boxes: Awaited<ReturnType<typeof pageBoxes>>,
 *   drawing: Uint8Array, entry: string, read(references: string[]): Dictionary }} document
 */
function stampPages({ head, trailer, pages, boxes, drawing, entry, read }) {
  /** @type {Dictionary} */
  const known = {}
  const know = (/** @type {unknown[]} */ values) => {
    const unknown = [...new Set(values)].filter(
      (value) => typeof value === 'string' && isReference(value) && !(`obj:${value}` in known),
    )
    Object.assign(known, read(/** @type {string[]} */ (unknown)))
  }
  /** What a reference stands for. */
  const resolve = (/** @type {unknown} */ value) =>
    typeof value === 'string' && isReference(value) ? known[`obj:${value}`]?.value : value
  know([...pages, trailer['/Info']])
  const dictionaries = pages.map((page) => resolve(page))
  for (let nodes = dictionaries; nodes.length > 0; ) {
    const parents = nodes.filter((node) => !('/Resources' in node) && node['/Parent'])
    know(parents.map((node) => node['/Parent']))
    nodes = [...new Set(parents.map((node) => resolve(node['/Parent'])))]
  }
  const resourcesOf = (/** @type {Dictionary} */ node) => {
    for (let at = node; at; at = resolve(at['/Parent']))
      if ('/Resources' in at) return at['/Resources']
    return {}
  }
  know(dictionaries.flatMap((page) => [resourcesOf(page), page['/Contents']]))
  know(dictionaries.map((page) => resolve(resourcesOf(page))['/XObject']))

  let number = head.maxobjectid
  /** @type {Dictionary} */
  const changed = {}
  const add = (/** @type {unknown} */ object) => {
    number += 1
    changed[`obj:${number} 0 R`] = object
    return `${number} 0 R`
  }
  const stream = (
    /** @type {Uint8Array | string} */ data,
    /** @type {Dictionary} */ dict = {},
  ) => ({ stream: { dict, data: Buffer.from(data).toString('base64') } })
  const stamp = add(
    stream(drawing, {
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': [-170, -4, 170, 12],
      '/Filter': '/FlateDecode',
    }),
  )
  const before = add(stream('q\n'))
  /** @type {Map<string, string>} */
  const after = new Map()
  for (const [at, page] of dictionaries.entries()) {
    const shown = showStamp(/** @type {typeof boxes[number]} */ (boxes[at]))
    if (!after.has(shown)) after.set(shown, add(stream(shown)))
    const contents = page['/Contents']
    const resources = resolve(resourcesOf(page)) ?? {}
    const list = resolve(contents)
    changed[`obj:${pages[at]}`] = {
      value: {
        ...page,
        // A stream has no value, an array has one, whether it is an object of its own or not.
        '/Contents': [
          before,
          ...(Array.isArray(list) ? list : contents ? [contents] : []),
          after.get(shown),
        ],
        '/Resources': {
          ...resources,
          '/XObject': { ...resolve(resources['/XObject']), '/AscendStamp': stamp },
        },
      },
    }
  }
  // Always an object of its own, which is in no packed one.
  const info = add({ value: { ...resolve(trailer['/Info']), '/Buyer': `u:${entry}` } })
  return {
    version: 2,
    parameters: { decodelevel: 'none' },
    qpdf: [
      { ...head, maxobjectid: number },
      { ...changed, trailer: { value: { ...trailer, '/Info': info } } },
    ],
  }
}

function isReference(/** @type {string} */ value) {
  return /^\d+ \d+ R$/.test(value)
}

/**
 * What a page shows after its own content: an artifact, which is not read aloud.
 * @param {{ box: number[], turned: number }} page
 */
function showStamp({ box: [left = 0, bottom = 0, right = 0, top = 0], turned }) {
  const [width, middle] = [right - left, (left + right) / 2]
  const [height, centre] = [top - bottom, (bottom + top) / 2]
  const place = {
    0: { along: width, axes: [1, 0, 0, 1], at: [middle, bottom + baseline] },
    90: { along: height, axes: [0, 1, -1, 0], at: [right - baseline, centre] },
    180: { along: width, axes: [-1, 0, 0, -1], at: [middle, top - baseline] },
    270: { along: height, axes: [0, -1, 1, 0], at: [left + baseline, centre] },
  }[turned]
  if (!place) throw new Error(`a page is turned by ${turned}`)
  const scale = Math.min(1, Math.max(0.05, (place.along - 2 * margin) / stampWidth))
  const matrix = [...place.axes.map((axis) => axis * scale), ...place.at].map((one) =>
    one.toFixed(3),
  )
  return `\nQ\n/Artifact <</Type/Pagination/Subtype/Footer>> BDC\nq ${matrix.join(' ')} cm /AscendStamp Do Q\nEMC\n`
}
