import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { respond, toAnswer } from './respond.ts'

/** The same for every reader. */
export interface JsonResponse {
  body: Buffer
  /** Computed when it is first needed. */
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

/** `marks` are those of a cache in front (front-cache.ts). */
export async function sendJson(
  ctx: Context,
  line: Endpoint,
  { body, digest }: JsonResponse,
  marks: Record<string, string> = {},
) {
  const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'
  const isPersonal = line.isPrivate || ctx.state.context.wasAsked()
  const isShared = isReading && !isPersonal
  const answer = toAnswer({
    status: ctx.status,
    body,
    etag: isShared ? `W/"${digest()}"` : undefined,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': isPersonal ? 'private, no-store' : isShared ? 'no-cache' : 'no-store',
      Vary: 'Accept-Encoding',
    },
  })
  await respond(ctx, answer, marks)
}
