import { type AstroHandler, loadHandler, renderWith } from '#api/pages/release-loader.ts'
import { dataPages, type MadePage } from './releases.ts'

/** Renders every page that shows rows of the database, out of the bundle in the folder. Throws if one cannot be made. */
export async function prerenderPages(folder: string, locals: object): Promise<MadePage[]> {
  const handler = await loadHandler(folder)
  return Promise.all(dataPages.map((address) => makePage(handler, address, locals)))
}

async function makePage(handler: AstroHandler, address: string, locals: object): Promise<MadePage> {
  const page = await renderWith(handler, address, locals)
  if (page?.status !== 200) throw new Error(`${address} answered ${page?.status ?? 'nothing'}`)
  // The type of a file is known by its name, and would be said twice.
  const { 'content-type': _, ...headers } = page.headers
  return { address, headers, body: page.body }
}
