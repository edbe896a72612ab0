// What more readers need, from what was measured with some: arithmetic alone, for million.mjs.

/** As docs/scaling.md assumes: pages a reader, and the share of a day in its busiest hour. */
export const day = { pagesOfReader: 3, inBusiestHour: 0.2 }
/** Processors are not planned to be busier than this. */
const busyAtMost = 0.6

/** An assumption, which flags of the bench change: a rented virtual machine with traffic included, not a large cloud's. */
export const assumedPrice = {
  machineUsd: 24,
  machineCores: 2,
  machineGb: 4000,
  /** What goes beyond. */
  gbUsd: 0.01,
}

/**
 * Linear in the readers: more than it will be for replicas, since a cache that is asked more often answers more of it.
 * @param {Measured} measured
 * @param {number} readers a day
 * @param {typeof assumedPrice} price
 */
export function reckon(measured, readers, price = assumedPrice) {
  const pagesADay = readers * day.pagesOfReader
  const pagesASecond = (pagesADay * day.inBusiestHour) / 3600
  const aPage = (count) => count / measured.pages
  const cores = Object.fromEntries(
    Object.entries(measured.cpuSeconds).map(([part, seconds]) => {
      // One builder does what the publications ask for, however many read.
      const busy = part === 'builder' ? seconds / measured.seconds : aPage(seconds) * pagesASecond
      return [part, busy / busyAtMost]
    }),
  )
  const allCores = Object.values(cores).reduce((sum, one) => sum + one, 0)
  const bytesADay = aPage(measured.bytes) * pagesADay
  const viewsASecond = aPage(measured.views) * pagesASecond
  const replicas = Math.max(2, Math.ceil(cores.replicas ?? 0))
  const gbAMonth = (bytesADay * 30) / 1e9
  const machines = Math.ceil(allCores / price.machineCores)
  const gbBeyond = Math.max(0, gbAMonth - machines * price.machineGb)
  return {
    readers,
    pagesASecond,
    requestsASecond: aPage(measured.requests) * pagesASecond,
    cores,
    allCores,
    replicas,
    megabits: (aPage(measured.bytes) * pagesASecond * 8) / 1e6,
    gbAMonth,
    writesASecond: aPage(measured.views + measured.writes) * pagesASecond,
    /** Of the story that is read most. */
    oneRowASecond: viewsASecond * measured.shareOfFirst,
    /** Each replica's, and the builder's. */
    connections: (replicas + 1) * measured.connectionsOfReplica,
    /** What a publication makes the cache ask for again. */
    askedAgain: measured.askedAgain * (pagesASecond / (measured.pages / measured.seconds)),
    viewsGb: (aPage(measured.views) * pagesADay * 30 * measured.bytesOfView) / 1e9,
    machines,
    usdAMonth: machines * price.machineUsd + gbBeyond * price.gbUsd,
  }
}

/**
 * How many readers a day the shape that was measured bears, part by part, the first to break first; and what to add.
 * @param {Measured} measured
 * @param {typeof assumedPrice} price
 */
export function whatBreaks(measured, price = assumedPrice) {
  const million = reckon(measured, 1e6, price)
  const { cores } = million
  const bears = (limit, need) => (1e6 * limit) / need
  // Two replicas have a thread each; planned at 0.6 of it, as reckon() plans.
  const front = (cores.varnish ?? 0) + (cores.nginx ?? 0)
  return [
    {
      part: 'one row: the views of the story that is read most',
      readers: bears(measured.oneRowAtMost, million.oneRowASecond),
      add: 'views gathered for some seconds before they are written, as those of /counts are (not built)',
    },
    {
      part: 'the threads of two replicas',
      readers: bears(2, cores.replicas),
      add: 'replicas: --scale service=N, or the autoscaler of deploy/kubernetes',
    },
    {
      part: `${price.machineCores} cores for Varnish and nginx`,
      readers: bears(price.machineCores, front),
      add: 'a CDN in their place (CACHE=cloudflare)',
    },
    {
      part: `${price.machineCores} cores for Postgres`,
      readers: bears(price.machineCores, cores.postgres),
      add: 'a larger machine for it',
    },
    {
      part: 'a network of 1 Gbit/s',
      readers: bears(1000, million.megabits),
      add: 'a CDN, which also brings the bytes nearer',
    },
    {
      part: '100 connections of Postgres',
      readers: bears(100 / measured.connectionsOfReplica - 1, cores.replicas),
      add: 'PgBouncer',
    },
  ].sort((a, b) => a.readers - b.readers)
}

/**
 * @typedef {object} Measured of one run
 * @property {number} seconds
 * @property {number} pages
 * @property {number} requests
 * @property {number} bytes out of the cache
 * @property {number} views
 * @property {number} writes besides views
 * @property {Record<string, number>} cpuSeconds by part: varnish, nginx, replicas, builder, postgres
 * @property {number} shareOfFirst of the views, those of the story that is read most
 * @property {number} oneRowAtMost how many views a second one story takes
 * @property {number} connectionsOfReplica
 * @property {number} bytesOfView of its row, with its index
 * @property {number} askedAgain requests that came through the cache in the seconds after a publication
 */
