const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const opening = [0x7b, 0x5b]
const closing = [0x7d, 0x5d]
const bracket = 0x5b

export interface SplitJson {
  /** Where the elements are, in bytes. */
  elements: [from: number, to: number][]
  /** The rest of the file, in which the array is empty. */
  rest: unknown
}

/**
 * Splits off the first array with this key: as text, and then as objects, a whole export would take many times the
 * memory of its file. Undefined without such an array; throws a SyntaxError for what is no JSON.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: One scanner, whose cases share depth and place.
export function splitJson(json: Buffer, key: string): SplitJson | undefined {
  const elements: [number, number][] = []
  let depth = 0
  let arrayDepth = -1
  let from = 0
  let start = 0
  let name = ''
  let isNamed = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte === quote) {
      const end = stringEnd(json, at)
      if (arrayDepth < 0) name = json.toString('utf8', at + 1, Math.min(end, at + 100))
      at = end
    } else if (byte === colon) {
      isNamed = true
      continue
    } else if (opening.includes(byte)) {
      if (arrayDepth < 0 && byte === bracket && isNamed && name === key) {
        arrayDepth = depth
        from = at
      } else if (arrayDepth >= 0 && depth === arrayDepth + 1) start = at
      depth += 1
    } else if (closing.includes(byte)) {
      depth -= 1
      if (arrayDepth >= 0 && depth === arrayDepth + 1) elements.push([start, at + 1])
      if (depth === arrayDepth) {
        const around = [json.subarray(0, from), Buffer.from('[]'), json.subarray(at + 1)]
        return { elements, rest: JSON.parse(Buffer.concat(around).toString()) }
      }
    }
    if (byte > 0x20) isNamed = false
  }
  return undefined
}

function stringEnd(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end >= 0; end = json.indexOf(quote, end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return json.length
}
