import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { paths } from '#contract/paths.ts'
import { editors } from '#contract/roles.ts'
import { counted } from '#contract/text.ts'
import { sql } from '#db/sql.ts'
import {
  bringBackPublication,
  erasePublication,
  publicationUndo,
} from './publications.admin.queries.ts'
import { listPublications, type PublicationFiles } from './publications.queries.ts'

/** There are few of them, and those in folders are in no table. */
export const publicationFinder =
  (files: PublicationFiles): Find =>
  async (words, most) => {
    const plain = (text: string) => text.normalize().toLowerCase()
    const found = (await listPublications(files)).filter(({ title, author }) =>
      words.every((word) => plain(`${title} ${author}`).includes(plain(word))),
    )
    return found.slice(0, most).map(({ id, title, category, state, pages, coverImageUrl }) => ({
      id,
      title,
      fact: pages > 0 ? counted(pages, 'page', 'pages') : 'No PDF yet',
      state,
      publicPath: state === 'published' ? paths.publication(id) : null,
      category,
      pictureUrl: coverImageUrl,
    }))
  }

export const publicationKind = {
  deleted: {
    roles: editors,
    rows: () => sql`
      select id, title, deleted_at, deleted_by, false as is_sold
      from publications where deleted_at is not null`,
    restore: bringBackPublication,
    erase: erasePublication,
  },
  undo: { publication: { ...publicationUndo, roles: editors } },
} satisfies ServedKind
