import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { paths } from '#site/lib/paths.ts'
import type { ListedStory } from './story-facts.ts'
import type { StoryAction } from './use-story-actions.ts'

interface Props {
  story: ListedStory
  onRun(action: StoryAction): void
  onCategory(): void
  onClose(): void
}

const itemClass =
  'flex min-h-48 w-full items-center border-b border-line text-left font-semibold hover:bg-sunk'

/** What else can be done with one story of the list. */
export function StoryMenu({ story, onRun, onCategory, onClose }: Props) {
  const { id, title, state, isFeatured } = story
  return (
    <Dialog title={title.trim() || 'Untitled'} onClose={onClose}>
      {(leave) => {
        const act = (action: StoryAction) => () => {
          leave()
          onRun(action)
        }
        return (
          <ul>
            {state === 'published' && (
              <li>
                <a className={itemClass} href={paths.story(id)} target="_blank" rel="noopener">
                  View
                </a>
              </li>
            )}
            <li>
              <a className={itemClass} href={adminPaths.revisions(id)}>
                Revisions
              </a>
            </li>
            {state !== 'draft' && (
              <>
                <li>
                  <button
                    type="button"
                    className={itemClass}
                    onClick={act(isFeatured ? 'unfeature' : 'feature')}
                  >
                    {isFeatured ? 'Unfeature' : 'Feature'}
                  </button>
                </li>
                <li>
                  <button
                    type="button"
                    className={itemClass}
                    onClick={() => {
                      leave()
                      onCategory()
                    }}
                  >
                    Category
                  </button>
                </li>
              </>
            )}
            {state === 'published' && (
              <li>
                <button type="button" className={itemClass} onClick={act('unpublish')}>
                  Unpublish
                </button>
              </li>
            )}
          </ul>
        )
      }}
    </Dialog>
  )
}
