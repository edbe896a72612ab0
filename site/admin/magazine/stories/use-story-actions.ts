import { beginNewsletter } from '#site/admin/lib/begin-newsletter.ts'
import { BulkRefusal, useUndoableBulk } from '#site/admin/lib/lists/use-bulk.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import type { ListedStory } from './story-facts.ts'

export type StoryAction = 'feature' | 'unfeature' | 'unpublish' | { category: string }

/** What has become of the stories: "2 stories featured". */
const doneWords = { feature: 'featured', unfeature: 'no longer featured', unpublish: 'unpublished' }

const wordsOf = (action: StoryAction) =>
  typeof action === 'string' ? doneWords[action] : `moved to ${action.category}`

/** What can be done with stories of the list, with one or with many. */
export function useStoryActions(selection: Selection, onChanged: (isRemoval: boolean) => void) {
  const { counted, setFailure, ...bulk } = useUndoableBulk<ListedStory>({
    selection,
    things: ['story', 'stories'],
  })

  const run = async (action: StoryAction, rows: readonly ListedStory[]) => {
    const done = await bulk.run(
      wordsOf(action),
      rows,
      (row) => decide(action, row),
      () => onChanged(false),
    )
    if (done.length > 0) onChanged(action === 'unpublish')
  }

  const writeNewsletter = async (rows: readonly ListedStory[]) => {
    setFailure(undefined)
    const unseen = rows.filter(({ state }) => state !== 'published')
    if (unseen.length > 0) {
      selection.select(unseen.map(({ id }) => id))
      setFailure({
        title: `${counted(unseen)} cannot be in a newsletter`,
        failures: unseen.map(({ title }) => ({ name: title, why: 'It is not published.' })),
      })
      return
    }
    try {
      await beginNewsletter(rows)
    } catch (error) {
      console.warn(error)
      setFailure({
        title: 'The newsletter was not begun',
        failures: [{ name: 'Newsletter', why: 'Something went wrong. Please try again.' }],
      })
    }
  }

  return { run, writeNewsletter, progress: bulk.progress, failure: bulk.failure }
}

async function decide(action: StoryAction, { id, state }: ListedStory) {
  if (state === 'draft') throw new BulkRefusal('It is a draft: change it in the editor.')
  if (action === 'unpublish') {
    if (state !== 'published') throw new BulkRefusal('It is not published.')
    return callWithUndo('PATCH /admin/stories/:id', { id, isPublished: false })
  }
  const change =
    typeof action === 'string'
      ? { isFeatured: action === 'feature' }
      : { category: action.category }
  return callWithUndo('PATCH /admin/stories/:id', { id, ...(change as object) })
}
