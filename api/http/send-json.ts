import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { compressResponse } from './compress-response.ts'
import type { RequestContext } from './request-context.ts'

/** An answer as it goes over the wire, whoever it goes to. */
export interface JsonResponse {
  body: Buffer
  /** Stands for what the body says; made when it is first asked for. */
  digest(): string
}

export function toJsonResponse(output: unknown): JsonResponse {
  const body = Buffer.from(JSON.stringify(output))
  let digest: string | undefined
  return {
    body,
    digest: () => {
      digest ??= createHash('sha1').update(body).digest('base64url')
      return digest
    },
  }
}

/** Says of each answer whether it may be kept on the way, and by what it is known again. */
export async function sendJson(ctx: Context, line: Endpoint, { body, digest }: JsonResponse) {
  ctx.type = 'application/json'
  const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'
  const isPersonal = line.isPrivate || (ctx.state['context'] as RequestContext).wasAsked()
  if (!isReading || isPersonal) {
    ctx.set('Cache-Control', isPersonal ? 'private, no-store' : 'no-store')
    await compressResponse(ctx, body)
    return
  }
  ctx.set('Cache-Control', 'no-cache')
  ctx.vary('Accept-Encoding')
  ctx.etag = `W/"${digest()}"`
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  await compressResponse(ctx, body, digest())
}
