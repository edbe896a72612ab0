// Part of the thread that reads publications (publication-thread.mjs): what none of its objects may hold. The names are as
// qpdf reads them, without escapes.

const namesOf = (/** @type {string} */ text) => new Set(text.split(' '))

const keys = {
  script: namesOf('/JS /JavaScript /XFA'),
  files: namesOf(
    '/EF /RF /AF /EmbeddedFiles /Collection /RichMedia /RichMediaContent /RichMediaSettings /3DD /Movie /Sound /Renditions',
  ),
}
const actions = {
  script: namesOf('/JavaScript /Rendition /RichMediaExecute'),
  files: namesOf('/Movie /Sound /GoTo3DView'),
  action: namesOf('/Launch /GoToR /GoToE /SubmitForm /ImportData /Thread'),
}
const things = namesOf(
  '/EmbeddedFile /FileAttachment /RichMedia /Screen /Movie /Sound /3D /Collection /PS',
)
/** What a link may open. */
const addresses = /^(?:https?:|mailto:|tel:|[^:]*$)/i

/** @typedef {'script' | 'files' | 'action'} Fault */

/**
 * The first thing in these objects, however deep, that does something by itself or brings a file along.
 * @param {Record<string, any>} objects by number, as qpdf writes them
 * @returns {Fault | undefined}
 */
export function faultOf(objects) {
  /** A name or an address may be an object of its own. */
  const resolve = (/** @type {any} */ value) => {
    for (let steps = 0; typeof value === 'string' && / R$/.test(value) && steps < 9; steps++) {
      value = objects[`obj:${value}`]?.value
    }
    return value
  }
  /** @type {unknown[]} */
  const open = [objects]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const fault = Array.isArray(value) ? undefined : faultIn(value, resolve)
    if (fault) return fault
    for (const inner of Object.values(value)) open.push(inner)
  }
  return undefined
}

/** @param {Record<string, any>} dictionary @param {(value: unknown) => any} resolve @returns {Fault | undefined} */
function faultIn(dictionary, resolve) {
  for (const fault of /** @type {const} */ (['script', 'files'])) {
    if (Object.keys(dictionary).some((key) => keys[fault].has(key))) return fault
  }
  const action = resolve(dictionary['/S'])
  for (const fault of /** @type {const} */ (['script', 'files', 'action'])) {
    if (actions[fault].has(action)) return fault
  }
  if (['/Type', '/Subtype'].some((key) => things.has(resolve(dictionary[key])))) return 'files'
  // The bytes of such a stream are in another file.
  if (dictionary['stream']?.dict?.['/F']) return 'files'
  return ['/URI', '/Base'].every((key) => isAddress(resolve(dictionary[key])))
    ? undefined
    : 'action'
}

/** Strings begin with `u:`, or with `b:` as hex; what is none is no address. */
function isAddress(/** @type {unknown} */ uri) {
  if (typeof uri !== 'string' || !/^[ub]:/.test(uri)) return true
  const rest = uri.slice(2)
  const text = uri.startsWith('b:') ? Buffer.from(rest, 'hex').toString('latin1') : rest
  // Browsers leave these out of a scheme.
  return addresses.test(text.replace(/[\0-\x20]/g, ''))
}
