import { expect, onTestFinished, test } from 'vitest'
import { connect, sql } from '#db/sql.ts'
import { aStory, aVisitor, startApp } from '#tests/people.ts'
import { openMetrics, serveMetrics } from './metrics.ts'

async function watched() {
  const metrics = openMetrics(() => undefined)
  const { port, stop } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
  onTestFinished(stop)
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return { metrics, port, read, address: await startApp({ note: metrics.note }) }
}

test('the metrics count requests with duration and status', async () => {
  const { address, read } = await watched()
  const { id } = await aStory()
  const { send } = await aVisitor(address)
  for (let time = 0; time < 3; time++) await send(`/api/stories/${id}`)
  await send('/api/account')
  const labels = 'method="GET",route="/api/stories/:id",status="200"'
  await expect.poll(read).toContain(`ascend_request_seconds_count{${labels}} 3`)
  const text = await read()
  expect(text).toMatch(
    /ascend_request_seconds_bucket\{le="0\.5",.*route="\/api\/stories\/:id".*\} 3/,
  )
  expect(text).toMatch(/ascend_request_seconds_count\{.*status="401"\} 1/)
  expect(text).toContain('process_resident_memory_bytes')
  // deploy/kubernetes/autoscaler.yaml goes by it.
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

test('the metrics include what needs attention', async () => {
  const { metrics, read, address } = await watched()
  await sql`insert into mails ${sql([
    { kind: 'welcome', recipient: 'a@readers.example' },
    { kind: 'welcome', recipient: 'b@readers.example' },
  ])}`
  await sql`insert into mails ${sql({ kind: 'welcome', recipient: 'c@readers.example', nextTryAt: null })}`
  await sql`insert into site_builds ${sql({ version: 1, startedAt: new Date(), error: 'broken' })}`
  metrics.noteBuilt()
  await fetch(`${address}/api/stories`)
  const text = await read()
  for (const line of [
    'ascend_database_up 1',
    'ascend_mails_waiting 2',
    'ascend_mails_given_up 1',
    'ascend_orders_to_review 0',
    'ascend_site_build_failed 1',
    'ascend_built_files_total 1',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/^ascend_site_versions_behind \d+$/m)
  expect(text).toMatch(/^ascend_cache_bytes\{cache="compressed bodies"\} [1-9]/m)
})

test('the metrics report an unavailable database', async () => {
  const { read } = await watched()
  const [{ url } = { url: '' }] = await sql<{ url: string }[]>`
    select current_setting('unix_socket_directories') as url`
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`
  await sql.end()
  connect('postgres://nobody@127.0.0.1:1/ascend')
  const text = await read()
  expect(text).toContain('ascend_database_up 0')
  expect(text).not.toMatch(/^ascend_mails_waiting/m)
  await sql.end()
  connect(`postgres://app@localhost/${name}?host=${url}`)
  expect(await read()).toContain('ascend_database_up 1')
})

test('the port of the metrics serves nothing else', async () => {
  const { port } = await watched()
  for (const path of ['/', '/api/health', '/metrics/x']) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
  }
})
