import { useState } from 'react'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { actionsClass, dangerClass, outlineClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { paths } from '#site/lib/paths.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { AdminStory, Review } from './use-review.ts'

/** What may be done with a story at any time, whatever is decided of it. */
export function StoryTools({ story, review }: { story: AdminStory; review: Review }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={`${actionsClass} mt-4`}>
      <a className={`${outlineClass} max-sm:px-14`} href={adminPaths.editStory(story.id)}>
        <Icon name="pencil" size={18} />
        Edit
      </a>
      {story.isPublished && (
        <a
          className={`${outlineClass} max-sm:px-14`}
          href={paths.story(story.id)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="arrowOut" size={18} />
          See it
        </a>
      )}
      <button
        type="button"
        className={`${dangerClass} max-sm:px-14`}
        onClick={() => review.isBusy || setAsking(true)}
      >
        <Icon shape={adminIcons.trash} size={18} />
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${story.title}”?`}
          confirm="Delete"
          confirming="Deleting..."
          isBusy={review.isDeleting}
          isDangerous
          onConfirm={() => review.remove(story)}
          onClose={() => setAsking(false)}
        >
          <p>
            It is deleted for good, with its likes, ratings and counts
            {story.isPublished && ', and readers find it no longer'}. Its contributor is not told.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
