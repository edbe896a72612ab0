import * as z from 'zod/mini'
import { contract } from '#contract/endpoints/contract.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type ErrorName, errors } from '#contract/errors.ts'
import { roles } from '#contract/roles.ts'

const errorBody = {
  type: 'object',
  required: ['message', 'requestId'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    requestId: { type: 'string' },
  },
}

const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** The OpenAPI 3.1 document, generated from the contract. */
export function describeApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [address, line] of Object.entries(contract) as [string, Endpoint][]) {
    const [method, path] = address.split(' ') as [string, string]
    const described = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[described] ??= {}
    paths[described][method.toLowerCase()] = operation(line, method, path)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ascend', version: '1' },
    paths,
    components: {
      schemas: { Error: errorBody },
      securitySchemes: {
        reader: { type: 'apiKey', in: 'cookie', name: 'session' },
        staff: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(line: Endpoint, method: string, path: string) {
  const input = toSchema(line.input, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const fields = Object.entries(input.properties ?? {})
  const inPath = (name: string) => path.includes(`:${name}`)
  const travelsInUrl = (name: string) => method === 'GET' || inPath(name)
  const inBody = fields.filter(([name]) => !travelsInUrl(name))
  const body = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(inBody),
      required: (input.required ?? []).filter((name) => !travelsInUrl(name)),
    },
  }
  const { signed } = line
  const takesFile = fields.some(([name]) => name === 'file')
  return {
    parameters: [
      ...fields
        .filter(([name]) => travelsInUrl(name))
        .map(([name, schema]) => ({
          name,
          in: inPath(name) ? 'path' : 'query',
          required: inPath(name) || (input.required ?? []).includes(name),
          schema,
        })),
      ...(signed
        ? [{ name: signed, in: 'header', required: true, schema: { type: 'string' } }]
        : []),
    ],
    // A signed body is accepted whatever its type.
    ...(signed && { requestBody: { required: true, content: { '*/*': {} } } }),
    ...(!signed &&
      inBody.length > 0 && {
        requestBody: {
          required: true,
          content: {
            ...((line.form || !takesFile) && { 'application/json': body }),
            ...(line.form && { 'application/x-www-form-urlencoded': body }),
            ...(takesFile && { 'multipart/form-data': body }),
            ...(line.takes?.isRaw && {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            }),
          },
        },
      }),
    ...securityOf(line),
    responses: {
      ...((line.redirect || line.form) && { 303: { description: 'Leads on to a page' } }),
      ...(!line.redirect && {
        [line.status ?? 200]: {
          description: 'Done',
          content: line.file
            ? { [line.file]: {} }
            : { 'application/json': { schema: toSchema(line.output, 'output') } },
        },
      }),
      default: {
        description: errorNames(line),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** `x-roles` lists the staff roles that may call the endpoint. */
function securityOf({ who }: Endpoint) {
  if (who === 'anyone') return {}
  if (who === 'reader') return { security: [{ reader: [] }] }
  return { security: [{ staff: [] }], 'x-roles': who }
}

function errorNames(line: Endpoint): string {
  const names: ErrorName[] = [
    'invalid',
    ...(line.missing ? [line.missing] : []),
    ...(line.who === 'anyone' ? [] : (['unauthorized'] as const)),
    ...(isForSomeRoles(line.who) ? (['forbiddenForRole'] as const) : []),
  ]
  return names.map((name) => `${errors[name][0]}: ${errors[name][1]}`).join(' · ')
}

const isForSomeRoles = (who: Endpoint['who']) =>
  typeof who !== 'string' && who.length < roles.length
