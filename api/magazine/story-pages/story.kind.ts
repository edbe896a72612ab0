import { authorIdsOf, type StaffMember } from '#api/http/request-context.ts'
import {
  type FoundStory,
  listFoundDrafts,
  listFoundStories,
} from '#api/magazine/search/search.admin.queries.ts'
import { searchStoriesWithAllWords } from '#api/magazine/search/search.queries.ts'
import { isTakenDown } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { bringBackStory, eraseStory } from '#api/magazine/stories/story-lifecycle.ts'
import { storyUndo } from '#api/magazine/stories/undo-story.ts'
import type { Find, Found } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { inLagos } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { editors, isAmong } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { counted } from '#contract/text.ts'
import { sql } from '#db/sql.ts'
import { lastReturned, oldestSentChange, oldestSubmission } from './story-list.queries.ts'

const find: Find = async (words, most, staff) => {
  const [stories, drafts] = await Promise.all([
    listFoundStories(words, staff, most),
    listFoundDrafts(words, staff, most),
  ])
  const ids = new Set(stories.map(({ id }) => id))
  const found = [...stories, ...drafts.filter(({ id }) => !ids.has(id))].sort(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) || Date.parse(other.at) - Date.parse(one.at),
  )
  // Words of the text and misspelt ones, as readers find published stories.
  const others =
    found.length < most && staff.role !== 'author'
      ? await searchStoriesWithAllWords(words.join(' '), most)
      : []
  const known = new Set(found.map(({ id }) => id))
  const more = others
    .filter(({ id }) => !known.has(id))
    .map((story) => ({
      ...story,
      state: 'published' as const,
      publishAt: null,
      at: story.publishedAt ?? story.createdAt,
    }))
  return [...found, ...more].slice(0, most).map((story) => foundStory(story, words, staff))
}

type Story = Omit<FoundStory, 'isNamed'>

function foundStory(story: Story, words: string[], staff: StaffMember): Found {
  const { id, title, category, imageUrl } = story
  const state = story.publishAt ? 'scheduled' : story.state
  const isToReview = state === 'submitted' && isAmong(editors, staff.role)
  return {
    id,
    title: title.trim() || 'Untitled',
    fact: excerptWith(words, story) ?? factOf(story),
    state,
    path: isToReview ? staffPaths.story(id) : staffPaths.editStory(id),
    publicPath: state === 'published' ? paths.story(id) : null,
    category,
    pictureUrl: imageUrl,
  }
}

const day = inLagos({ day: 'numeric', month: 'short', year: 'numeric' })
const moment = inLagos({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Why it was found, where its title does not say so. */
function excerptWith(words: string[], { title, summary }: Story): string | undefined {
  const has = (text: string) => (word: string) => text.toLowerCase().includes(word.toLowerCase())
  const word = words.every(has(title)) ? undefined : words.find(has(summary))
  if (word === undefined) return undefined
  const at = summary.toLowerCase().indexOf(word.toLowerCase())
  const from = at < 24 ? 0 : summary.lastIndexOf(' ', at - 16) + 1
  const to = summary.indexOf(' ', at + word.length + 32)
  return `“${from > 0 ? '…' : ''}${summary.slice(from, to < 0 ? undefined : to)}${to < 0 ? '' : '…'}”`
}

function factOf({ state, publishAt, views, at, authorName }: Story): string {
  if (publishAt) return moment(publishAt)
  if (state === 'published') return counted(views, 'read', 'reads')
  if (state === 'draft') return `saved ${day(at)}`
  if (state === 'submitted') return `sent in ${day(at)}`
  return authorName
}

export const storyKind = {
  find,
  waiting: {
    storiesToReview: { rows: oldestSubmission },
    changesToReview: { rows: oldestSentChange },
    storiesReturned: { rows: (staff) => lastReturned(authorIdsOf(staff)) },
  },
  /** What a contributor or a guardian has taken down is not among it. */
  deleted: {
    roles: editors,
    rows: () => sql`
      select id, title, deleted_at, deleted_by, false as is_sold
      from stories where deleted_at is not null and not ${isTakenDown()}`,
    restore: bringBackStory,
    erase: eraseStory,
  },
  undo: { story: { ...storyUndo, roles: editors } },
} satisfies ServedKind
