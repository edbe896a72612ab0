import { randomUUID } from 'node:crypto'
import { uploadUrl } from '#contract/uploads.ts'
import { sql } from '#db/sql.ts'

/** An issue as it is written; its words are its own. */
export function anIssue<T extends object>(fields?: T) {
  return {
    kind: 'letter' as 'letter' | 'digest',
    subject: 'What the river took, and what it left',
    preheader: 'Three stories of this month, and a book.',
    content: 'Dear reader,\n\nthe river was high this month.',
    ...fields,
  }
}

/** The row of an uploaded picture, four by three. */
export async function aPictureRow() {
  const id = randomUUID()
  await sql`insert into uploads ${sql({ id, width: 1200, height: 900 })}`
  return { id, url: uploadUrl(id) }
}

/** Everything that a text can hold. */
export const everyBlock = (picture: string) =>
  `## A heading

Words that are **bold**, *italic* and lead to [the site](https://unilag.edu.ng/a?b=1&c=2).

### A smaller one

> A quotation

>> Pulled out

- one
- two

3. third
4. fourth

![A lamp "lit"](${picture} "By night | Ada")

---

The end.`
