import { randomUUID } from 'node:crypto'
import { sql } from '#db/sql.ts'
import type { aReader } from '../people.ts'
import { compose, linkOf } from './composed-mails.ts'

const anAddress = () => `guardian-${randomUUID()}@families.example`

/** Names a guardian; resolves to what the mail to them opens. */
export async function guardianLinkFor(
  young: Pick<Awaited<ReturnType<typeof aReader>>, 'call'>,
  guardianEmail = anAddress(),
) {
  await young.call('PUT /account/guardian', { guardianName: 'Ngozi Ade', guardianEmail })
  const [mail] = await sql<{ data: { guardianId: string } }[]>`
    select data from mails where recipient = ${guardianEmail} order by created_at desc limit 1`
  await sql`delete from mails`
  const composed = await compose('guardianRequest', guardianEmail, mail?.data as never)
  if (!composed) throw new Error('No mail was written')
  const url = linkOf(composed)
  return {
    id: url.pathname.split('/').at(-1) as string,
    proof: url.searchParams.get('proof') as string,
    mail: composed,
    guardianEmail,
  }
}
