import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IConfigMap, INamespace, IService } from 'kubernetes-models/v1'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#api/config.ts'
import { openMetrics } from '#api/operations/metrics.ts'
import { contract } from '#contract/endpoints/contract.ts'

// What can be said of deploy/kubernetes without a cluster.

const folder = 'deploy/kubernetes'
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml')

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}
const manifests = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors, file).toEqual([])
    return { file, manifest: document.toJS() as Manifest }
  }),
)
const howTo = readFileSync('docs/how-to/run-on-kubernetes.md', 'utf8')
const find = <T>(kind: string, name = 'ascend') =>
  manifests.find(({ manifest }) => manifest.kind === kind && manifest.metadata.name === name)
    ?.manifest as T

const deployment = find<IDeployment>('Deployment')
const pod = deployment.spec?.template.spec
const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]
const labels = deployment.spec?.template.metadata?.labels

interface Model {
  new (data: object): { validate(): void }
}

test('kustomization.yaml lists every manifest', () => {
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] }
  expect([...resources].sort()).toEqual([...files].sort())
})

const load = createRequire(import.meta.url)

/** Throws what the cluster would say against it. */
function validate(manifest: Manifest) {
  const models = load(`kubernetes-models/${manifest.apiVersion}`) as Record<string, Model>
  const Kind = models[manifest.kind]
  if (!Kind) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`)
  new Kind(manifest).validate()
}

test.each(manifests)('$file is a valid $manifest.kind', ({ manifest }) => {
  expect(() => validate(manifest)).not.toThrow()
  expect(() => validate({ ...manifest, kind: `${manifest.kind}s` })).toThrow(/has no/)
})

test('an invalid manifest is detected', () => {
  const manifest = {
    ...find<Manifest>('Deployment'),
    spec: { ...deployment.spec, replicas: 'two' },
  }
  expect(() => validate(manifest)).toThrow(/replicas/)
})

/** The schemas let unknown fields pass, and so does the cluster; the types of the same package do not. */
function unknownFields(sources: { apiVersion: string; kind: string }[]): string[] {
  const name = join(process.cwd(), 'manifests.ts')
  const text = sources
    .map(
      (source, at) =>
        `import type { I${source.kind} as Kind${at} } from 'kubernetes-models/${source.apiVersion}'\n` +
        `export const manifest${at}: Kind${at} = ${JSON.stringify(source)}`,
    )
    .join('\n')
  const options: ts.CompilerOptions = {
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022)
      : getSourceFile(file, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([name], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

test('no manifest has a field that Kubernetes would silently ignore', () => {
  const misspelt = {
    ...find<Manifest>('Deployment'),
    spec: { ...deployment.spec, minReadySecond: 5 },
  }
  expect(unknownFields([...manifests.map(({ manifest }) => manifest), misspelt])).toEqual([
    expect.stringContaining('minReadySecond'),
  ])
})

test('no container has more rights than it needs', () => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(pod?.securityContext?.runAsUser).toBeGreaterThan(0)
  expect(pod?.hostNetwork ?? pod?.hostPID ?? pod?.hostIPC ?? false).toBe(false)
  expect(containers.length).toBeGreaterThan(0)
  for (const { name, image, resources, securityContext } of containers) {
    expect(securityContext, name).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(securityContext, name).not.toHaveProperty('privileged')
    expect(image, name).toMatch(/:(?!latest$)[\w.-]+$/)
    for (const each of [resources?.requests, resources?.limits])
      expect(Object.keys(each ?? {}), name).toEqual(expect.arrayContaining(['cpu', 'memory']))
  }
  expect(find<INamespace>('Namespace').metadata?.labels).toMatchObject({
    'pod-security.kubernetes.io/enforce': 'restricted',
  })
})

test('liveness depends on the replica alone, readiness also on its database', () => {
  const lines = Object.keys(contract)
  for (const { startupProbe, livenessProbe, readinessProbe } of containers) {
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)
    // GET /health answers without a database (tests/operations/database-unavailable.test.ts).
    expect(paths).toEqual(['/api/health', '/api/health', '/api/ready'])
    for (const path of paths) expect(lines).toContain(`GET ${path?.slice('/api'.length)}`)
  }
})

test('readers are served while nodes drain and versions roll out', () => {
  const {
    minReplicas = 0,
    maxReplicas,
    scaleTargetRef,
  } = find<IHorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec ?? {
    maxReplicas: 0,
    scaleTargetRef: { kind: '', name: '' },
  }
  expect(scaleTargetRef).toMatchObject({ kind: 'Deployment', name: deployment.metadata?.name })
  expect(minReplicas).toBeGreaterThanOrEqual(2)
  // A rollout adds one; of connections see docs/database.md.
  const connections = (maxReplicas + 1) * 22 + 10
  expect(howTo).toContain(`max_connections = ${connections}`)
  const { maxUnavailable, selector } = find<IPodDisruptionBudget>('PodDisruptionBudget').spec ?? {}
  expect([maxUnavailable, selector?.matchLabels]).toEqual([1, labels])
  expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
  const spread = pod?.topologySpreadConstraints ?? []
  expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
    'kubernetes.io/hostname',
    'topology.kubernetes.io/zone',
  ])
  for (const { labelSelector } of spread) expect(labelSelector?.matchLabels).toEqual(labels)
  // It waits until proxies know, and until the service has finished by itself (api/http/open-server.ts).
  const [, seconds] = containers[0]?.lifecycle?.preStop?.exec?.command ?? []
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 10)
})

test('replicas scale by event loop lag and CPU', async () => {
  const { metrics = [] } = find<IHorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec ?? {}
  const names = metrics.map(({ pods, resource }) => pods?.metric.name ?? resource?.name ?? '')
  expect(names).toEqual(['nodejs_eventloop_lag_p99_seconds', 'cpu'])
  const { text } = await openMetrics(() => undefined).tell()
  expect(text).toMatch(new RegExp(`^${names[0]} \\d`, 'm'))
  const port = containers[0]?.ports?.find(({ name }) => name === 'metrics')?.containerPort
  expect(deployment.spec?.template.metadata?.annotations).toMatchObject({
    'prometheus.io/port': String(port),
  })
})

test('the config map has only settings of the service, and no secret', () => {
  const { data = {} } = find<IConfigMap>('ConfigMap')
  for (const name of Object.keys(data)) {
    expect(name).not.toMatch(
      /PASSWORD|SECRET|_KEY$|^DATABASE_((DIRECT|READ)_)?URLS?$|^SMTP_URL$|WEBHOOK/,
    )
    expect(readFileSync('.env.example', 'utf8')).toMatch(new RegExp(`^# ${name}=`, 'm'))
  }
  const references = containers.flatMap(({ envFrom = [] }) => envFrom)
  expect(
    references.map(({ configMapRef, secretRef }) => [configMapRef?.name, secretRef?.name]),
  ).toEqual([
    ['ascend', undefined],
    [undefined, 'ascend'],
  ])
  expect(containers.flatMap(({ env = [] }) => env)).toEqual([])
  expect(manifests.map(({ manifest }) => manifest.kind)).not.toContain('Secret')
  // The secrets are those of docs/how-to/run-on-kubernetes.md.
  const secrets = Object.fromEntries(
    [...howTo.matchAll(/^ *([A-Z_0-9]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  )
  const config = readConfig({ ...data, ...secrets })
  expect(config).toMatchObject({ s3: { bucket: data['S3_BUCKET'] }, smtp: {}, trustProxy: 1 })
  expect(config.databaseUrl).toBeDefined()
  const ports = containers.flatMap(({ ports = [] }) =>
    ports.map(({ containerPort }) => containerPort),
  )
  expect(ports).toEqual([config.port, config.metricsPort])
  const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts)
  expect(mounts.map(({ mountPath }) => mountPath)).toEqual([config.dataDir, '/tmp'])
})

test('the ingress routes the public host to the service only', () => {
  const { data = {} } = find<IConfigMap>('ConfigMap')
  const { hostname } = new URL(data['PUBLIC_URL'] ?? '')
  const { rules = [], tls = [] } = find<IIngress>('Ingress').spec ?? {}
  expect(tls.flatMap(({ hosts = [] }) => hosts)).toEqual([hostname])
  expect(rules.map(({ host }) => host)).toEqual([hostname])
  const backends = rules.flatMap(
    ({ http }) => http?.paths.map(({ backend }) => backend.service) ?? [],
  )
  expect(backends).toEqual([{ name: 'ascend', port: { name: 'http' } }])
  const { selector, ports = [] } = find<IService>('Service').spec ?? {}
  expect(selector).toEqual(labels)
  expect(ports.map(({ name, targetPort }) => [name, targetPort])).toEqual([['http', 'http']])
})

test('traffic that no network policy allows is denied', () => {
  const nothing = find<INetworkPolicy>('NetworkPolicy', 'nothing-passes').spec
  expect(nothing).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  const {
    podSelector,
    policyTypes,
    ingress = [],
  } = find<INetworkPolicy>('NetworkPolicy').spec ?? {}
  expect([podSelector?.matchLabels, policyTypes]).toEqual([labels, ['Ingress', 'Egress']])
  for (const { from, ports } of ingress) {
    expect(from?.length).toBeGreaterThan(0)
    expect(ports?.length).toBe(1)
  }
})
