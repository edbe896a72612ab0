import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { copyLink } from '#site/admin/ui/copy-link.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { linkTo } from './publish/share-link.ts'
import type { ListedStory } from './story-facts.ts'
import type { StoryAction } from './use-story-actions.ts'

interface Props {
  story: Pick<ListedStory, 'id' | 'slug' | 'title' | 'state' | 'isFeatured'>
  onRun(action: StoryAction): void
  /** Undefined where the category stands beside the story. */
  onCategory?: () => void
  onClose(): void
}

const itemClass =
  'flex min-h-48 w-full items-center border-b border-line text-left font-semibold hover:bg-sunk'

/** What else can be done with one story. */
export function StoryMenu({ story, onRun, onCategory, onClose }: Props) {
  const { id, title, state, isFeatured } = story
  return (
    <Dialog title={title.trim() || 'Untitled'} onClose={onClose}>
      {(leave) => {
        const item = (label: string, run: () => void) => (
          <li>
            <button
              type="button"
              className={itemClass}
              onClick={() => {
                leave()
                run()
              }}
            >
              {label}
            </button>
          </li>
        )
        const act = (label: string, action: StoryAction) => item(label, () => onRun(action))
        return (
          <ul>
            {state === 'published' && (
              <>
                <li>
                  <a className={itemClass} href={paths.story(id)} target="_blank" rel="noopener">
                    View
                  </a>
                </li>
                {item('Copy link', () => void copyLink(linkTo(story)))}
              </>
            )}
            <li>
              <a className={itemClass} href={staffPaths.revisions(id)}>
                Revisions
              </a>
            </li>
            {state !== 'draft' && (
              <>
                {isFeatured ? act('Unfeature', 'unfeature') : act('Feature', 'feature')}
                {onCategory && item('Category', onCategory)}
              </>
            )}
            {state === 'published' && act('Unpublish', 'unpublish')}
          </ul>
        )
      }}
    </Dialog>
  )
}
