import { previewBase } from '#contract/pages/preview-path.ts'
import { sql } from '#db/sql.ts'

/** Days after which the link of a preview ends by itself. */
const keptFor = 7

interface PreviewLink {
  /** Of the landing page. */
  path: string
  until: string
}

const columns = () => sql`token, made_at + make_interval(days => ${keptFor}) as until`
const isValid = () => sql`made_at > now() - make_interval(days => ${keptFor})`

function linkOf({ token, until }: { token: string; until: string }): PreviewLink {
  return { path: `${previewBase(token)}/`, until }
}

/** Nothing where there is none, or it has ended. */
export async function findPreviewLink(): Promise<PreviewLink | undefined> {
  const [row] = await sql<{ token: string; until: string }[]>`
    select ${columns()} from preview_links where ${isValid()}`
  return row && linkOf(row)
}

export async function makePreviewLink(madeBy: string): Promise<PreviewLink> {
  await endPreviewLink()
  const [row] = await sql<{ token: string; until: string }[]>`
    insert into preview_links (made_by) values (${madeBy}) returning ${columns()}`
  return linkOf(row as { token: string; until: string })
}

export async function endPreviewLink(): Promise<void> {
  await sql`delete from preview_links`
}

/** Whether this is the token of the link that holds now. */
export async function isPreviewToken(token: string): Promise<boolean> {
  const [row] = await sql`select from preview_links where token::text = ${token} and ${isValid()}`
  return row !== undefined
}
