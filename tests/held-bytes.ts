import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of the buffers that are in use. What nobody refers to any more does not count, however late it is collected. */
export function heldBytes(): number {
  collectGarbage()
  // The second one waits until what the first one found is given back.
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
