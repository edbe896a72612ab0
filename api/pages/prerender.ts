import type { Render } from './render.ts'

/** A page made for a release, at its address. */
export interface MadePage {
  address: string
  headers: Record<string, string>
  body: Buffer
}

/** Renders pages for a release; `locals` is what `Astro.locals` holds. Throws if one cannot be made. */
export function prerenderPages(
  render: Render,
  addresses: string[],
  locals: object,
): Promise<MadePage[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const page = await render(address, locals)
      const isMade = page?.status === (address === '/404' ? 404 : 200)
      if (!page || !isMade) throw new Error(`${address} answered ${page?.status ?? 'nothing'}`)
      // The type of a file is known by its name, and would be said twice.
      const { 'content-type': _, ...headers } = page.headers
      return { address, headers, body: page.body }
    }),
  )
}
