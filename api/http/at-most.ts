/** Lets so many works go on at once; the others wait in line. */
export function atMost(most: number) {
  let going = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (going < most) going += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
