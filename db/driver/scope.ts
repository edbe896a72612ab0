import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A value that holds during some work, whatever that awaits. Node follows every promise and callback of the process while
 * there is such a value, which costs each request a tenth: so there is none while nobody works under it.
 */
export function scope<Value>() {
  const values = new AsyncLocalStorage<Value | undefined>()
  let running = 0
  return {
    current: () => values.getStore(),
    async run<T>(value: Value, work: () => Promise<T>): Promise<T> {
      running++
      try {
        return await values.run(value, work)
      } finally {
        running--
        if (running === 0) values.disable()
      }
    },
    leave<T>(work: () => T): T {
      return running === 0 ? work() : values.run(undefined, work)
    },
  }
}
