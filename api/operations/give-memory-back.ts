import { Session } from 'node:inspector'

/**
 * Gives back what the heap has grown by, where a start has loaded the demo and rendered all pages: V8 does so at its next
 * large collection, which a service at rest never gets to. Nothing is answered meanwhile.
 */
export async function giveMemoryBack() {
  const session = new Session()
  session.connect()
  // It is done later: a session that ends before calls it off.
  await new Promise<void>((resolve) => {
    session.post('HeapProfiler.collectGarbage', () => resolve())
  })
  session.disconnect()
}
