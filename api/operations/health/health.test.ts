import { describe, expect, test } from 'vitest'
import type { LoadedSite } from '#api/pages/building/release-loader.ts'
import { contract } from '#contract/endpoints/contract.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { aVisitor, startApp } from '#tests/people.ts'

const aSite: LoadedSite = {
  id: 'one',
  madeFrom: { siteId: '', version: 0 },
  files: new Map(),
  render: async () => undefined,
}

describe('an operator of the service', () => {
  test('gets a liveness response with or without a site', async () => {
    const { call } = await aVisitor()
    expect(await call('GET /health', {})).toEqual({ status: 'ok' })
  })

  test('gets "not ready" while there is no site to serve', async () => {
    const { call } = await aVisitor()
    await expect(call('GET /ready', {})).rejects.toMatchObject({
      status: 503,
      sentence: 'The service is starting. Please try again in a moment.',
    })
  })

  test('gets "ready" once there is a site', async () => {
    let site: LoadedSite | undefined
    const { call } = await aVisitor(await startApp({ site: () => site }))
    await expect(call('GET /ready', {})).rejects.toMatchObject({ status: 503 })
    site = aSite
    expect(await call('GET /ready', {})).toEqual({ status: 'ready' })
  })
})

describe('a programmer who reads the OpenAPI document', () => {
  interface Parameter {
    name: string
    in: string
    required: boolean
    schema: object
  }
  interface Operation {
    parameters: Parameter[]
    responses: Record<string, { description: string; content: Record<string, { schema?: object }> }>
    security?: object[]
    'x-roles'?: readonly string[]
    requestBody?: object
  }
  interface Document {
    openapi: string
    info: { title: string; version: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: object; securitySchemes: object }
  }

  /** It is written once for all the tests: it is large. */
  let document: Promise<Document> | undefined
  const read = () => {
    document ??= aVisitor()
      .then(({ send }) => send('/api/openapi.json'))
      .then((answer) => answer.json())
    return document
  }
  const lines = Object.entries(contract as Record<string, Endpoint>).map(([address, line]) => {
    const [method = '', path = ''] = address.split(' ')
    return {
      address,
      line,
      method: method.toLowerCase(),
      path: `/api${path.replace(/:(\w+)/g, '{$1}')}`,
    }
  })

  test('finds its version and title', async () => {
    const document = await read()
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toEqual({ title: 'Ascend', version: expect.any(String) })
  })

  test.each(lines)('finds $address', async ({ method, path, line }) => {
    const operation = (await read()).paths[path]?.[method]
    const status = line.redirect ? 303 : (line.status ?? 200)
    expect(operation?.responses).toHaveProperty(String(status))
    expect(operation?.responses).toHaveProperty('default')
    const media = line.file ?? 'application/json'
    if (!line.redirect) expect(operation?.responses[status]?.content).toHaveProperty([media])
    if (line.form) expect(operation?.responses).toHaveProperty('303')
    expect(!!operation?.security).toBe(line.who !== 'anyone')
    expect(operation?.['x-roles']).toEqual(typeof line.who === 'string' ? undefined : line.who)
  })

  test('finds only what is in the contract', async () => {
    const { paths } = await read()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(described.sort()).toEqual(lines.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('finds each part of a path as a required parameter', async () => {
    const { paths } = await read()
    for (const [path, methods] of Object.entries(paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
      for (const { parameters } of Object.values(methods)) {
        const described = parameters.filter((one) => one.in === 'path')
        expect(described.map(({ name }) => name).sort(), path).toEqual(inPath)
        expect(described.every(({ required }) => required)).toBe(true)
        expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length)
      }
    }
  })

  test('finds the limits of paging and the names of the prices', async () => {
    const { paths } = await read()
    const parameters = paths['/api/books']?.['get']?.parameters ?? []
    const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema
    expect(schemaOf('pageSize')).toMatchObject({ minimum: 1, maximum: 100, default: 100 })
    expect(schemaOf('page')).toMatchObject({ minimum: 1, default: 1 })
    expect(schemaOf('price')).toMatchObject({ enum: ['under-20', '20-50', 'over-50'] })
    expect(schemaOf('search')).toMatchObject({ type: 'string', maxLength: 200 })
  })

  test('can follow every reference', async () => {
    const document = await read()
    const found: string[] = []
    JSON.stringify(document, (key, value) => {
      if (key === '$ref') found.push(value)
      return value
    })
    expect(found.length).toBeGreaterThan(0)
    for (const ref of new Set(found)) {
      const target = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(target, ref).toBeTypeOf('object')
    }
    const used = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ security = [] }) => security.flatMap(Object.keys))
    for (const name of used) expect(document.components.securitySchemes).toHaveProperty(name)
  })
})
