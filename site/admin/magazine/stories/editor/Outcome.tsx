import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import type { Editor } from './use-story-editor.ts'

/** The result of the last action, below the bar at the top. */
export function Outcome({ editor }: { editor: Editor }) {
  const { known, outcome, problem, release } = editor
  const isLive = known.story?.state === 'published'
  const isShown = outcome || problem
  return (
    <div
      className={`flex flex-wrap items-center gap-x-16 px-16 text-15 md:px-24 ${isShown ? 'border-b border-line bg-surface py-8' : ''}`}
    >
      <FieldNote error={problem} role="alert" />
      <p role="status">{outcome}</p>
      <ReleaseStatus state={outcome && isLive ? release : undefined} isRemoval={false} />
      {outcome && isLive && <Link className="ml-auto" href={`/story/${known.id}`} label="View" />}
    </div>
  )
}
