import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { editors } from '#contract/roles.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { counted } from '#contract/text.ts'
import { listAllEditions, oldestDraft, weekEditionUndo } from './week-editions.queries.ts'

/** There are some fifty a year. */
const find: Find = async (words, most) =>
  (await listAllEditions())
    .filter(({ title }) =>
      words.every((word) => `edition ${title}`.toLowerCase().includes(word.toLowerCase())),
    )
    .slice(0, most)
    .map(({ id, week, title, stories, state }) => ({
      id,
      title,
      fact: counted(stories, 'story', 'stories'),
      state,
      publicPath: state === 'published' ? magazinePaths.edition(week) : null,
    }))

export const editionKind = {
  find,
  waiting: { editionsToSend: { rows: oldestDraft } },
  undo: { edition: { ...weekEditionUndo, roles: editors } },
} satisfies ServedKind
