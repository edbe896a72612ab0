import { staffPaths } from '#contract/staff-paths.ts'
import { addressOf } from '#site/admin/lib/lists/use-list-params.ts'
import { Link } from '#site/admin/ui/Link.tsx'

/** Above the stats of one story: its title, and the way back to all. */
export function StoryHead({ title, params }: { title: string; params: Record<string, string> }) {
  const { story: _, ...all } = params
  return (
    <div className="mt-20">
      <h2 className="text-25/110 tracking-close [overflow-wrap:anywhere]">{title}</h2>
      <Link
        href={Object.keys(all).length > 0 ? addressOf(all) : staffPaths.stats}
        label="All stories"
      />
    </div>
  )
}
