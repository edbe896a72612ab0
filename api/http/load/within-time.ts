/**
 * What `work` resolves to, or a rejection with a `TimeoutError` after `ms`, its signal aborted. The deadline holds for the
 * whole work: `fetch` alone may go on waiting for the rest of an answer after its signal was aborted.
 */
export async function withinTime<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException(`Not done after ${ms} ms`, 'TimeoutError')
      reject(error)
      controller.abort(error)
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
