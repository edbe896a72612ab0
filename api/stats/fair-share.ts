/** Reports of one network in ten seconds. Behind one address there may be thousands of phones; a flood is more. */
const mostReports = 1000
const windowMs = 10_000

let reports = new Map<string, number>()
let began = 0

/** In memory, because nothing depends on it but the truth of figures: past its share a network is not counted. */
export function isWithinShare(network: string, now = Date.now()): boolean {
  if (now - began >= windowMs) {
    reports = new Map()
    began = now
  }
  const count = (reports.get(network) ?? 0) + 1
  reports.set(network, count)
  return count <= mostReports
}
