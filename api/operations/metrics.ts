import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { heldByCaches } from '#api/http/answers/byte-cache.ts'
import { withinTime } from '#api/http/load/within-time.ts'
import { listen } from '#api/http/open-server.ts'
import type { LoggedRequest } from '#api/http/requests/request-logger.ts'
import { countMails } from '#api/mails/mails.queries.ts'
import type { LoadedSite } from '#api/pages/building/release-loader.ts'
import { findLastSiteBuild, findSiteVersion } from '#api/pages/building/site-builds.queries.ts'
import { findPurgeFailure } from '#api/pages/caches/cache-purges.queries.ts'
import { countOrdersToReview } from '#api/shop/orders/orders.admin.queries.ts'

const patienceMs = 2_000

/** Seconds: a cached page takes a millisecond, a payment provider may take ten thousand. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics for Prometheus, without personal data; docs/runbook.md says what to watch. */
export function openMetrics(site: () => LoadedSite | undefined) {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'ascend_request_seconds',
    help: 'Requests that the service answered by itself, built files left out',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const builtFiles = new Counter({
    name: 'ascend_built_files_total',
    help: 'Built files that the service sent in place of a front server',
    registers,
  })
  const differences = new Counter({
    name: 'ascend_page_differences_total',
    help: 'Pages sent as differences to a page that the browser has',
    registers,
  })
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `ascend_${name}`, help, registers })
  const cacheBytes = new Gauge({
    name: 'ascend_cache_bytes',
    help: 'What each cache of the service holds',
    labelNames: ['cache'],
    registers,
  })
  const isUp = gauge('database_up', '1 while the database answers')
  const stats = {
    mailsWaiting: gauge('mails_waiting', 'Mails that are to be sent, or tried again'),
    mailsGivenUp: gauge('mails_given_up', 'Mails of the last days that could not be sent'),
    ordersToReview: gauge('orders_to_review', 'Orders that the publisher has to look at'),
    versionsBehind: gauge('site_versions_behind', 'Changes that the built pages do not show yet'),
    isBuildBroken: gauge('site_build_failed', '1 while the last build failed'),
    purgeFailing: gauge(
      'cache_purge_failing_seconds',
      'How long the cache in front could not be told of changes',
    ),
  }

  const readFigures = async () => {
    // This is asked by itself: without a database the others are not asked.
    const { version } = await findSiteVersion()
    const [mails, ordersToReview, build, purge] = await Promise.all([
      countMails(),
      countOrdersToReview(),
      findLastSiteBuild(),
      findPurgeFailure(),
    ])
    const shown = site()?.madeFrom.version
    stats.mailsWaiting.set(mails.waiting)
    stats.mailsGivenUp.set(mails.givenUp)
    stats.ordersToReview.set(ordersToReview)
    stats.versionsBehind.set(shown === undefined ? version : version - shown)
    stats.isBuildBroken.set(build?.error ? 1 : 0)
    stats.purgeFailing.set(purge.seconds)
  }

  return {
    note: ({ method, route, status, ms }: LoggedRequest) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    noteBuilt: () => builtFiles.inc(),
    noteDifference: () => differences.inc(),
    /** Leaves out those of a database that is unavailable. */
    async tell() {
      for (const { name, bytes } of heldByCaches()) cacheBytes.set({ cache: name }, bytes)
      const isRead = await withinTime(patienceMs, readFigures).then(
        () => true,
        () => false,
      )
      isUp.set(isRead ? 1 : 0)
      if (!isRead) for (const stat of Object.values(stats)) stat.remove()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

type Metrics = ReturnType<typeof openMetrics>

/** Serves them on a port of its own, which must not be reachable from outside. */
export async function serveMetrics(metrics: Metrics, at: { port: number; host: string }) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const { type, text } = await metrics.tell()
    return response.writeHead(200, { 'Content-Type': type }).end(text)
  })
  await listen(server, at.port, at.host, 'METRICS_PORT')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
