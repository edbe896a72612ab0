import sharp, { type Sharp } from 'sharp'
import type { aVisitor } from '../people.ts'

type Color = string | { r: number; g: number; b: number; alpha: number }

/** A picture of one colour, to be encoded as the test likes. */
export function aPicture(width: number, height: number, background: Color = '#a5402d'): Sharp {
  const channels = typeof background === 'string' ? 3 : 4
  const limitInputPixels = false
  return sharp({ create: { width, height, channels, background }, limitInputPixels })
}

/** What a camera makes of a lively street: hardly to be compressed. */
export function aPhoto(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, noise, background: '#000' } })
}

/** Sends the bytes as the form does; what the browser says about them is up to the test. */
export function upload(
  { send }: Pick<Awaited<ReturnType<typeof aVisitor>>, 'send'>,
  bytes: Uint8Array | string,
  { name = 'photo.jpg', type = 'image/jpeg' } = {},
) {
  const body = new FormData()
  body.set('file', new Blob([bytes as BlobPart], { type }), name)
  return send('/api/uploads', { method: 'POST', body })
}
