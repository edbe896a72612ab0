import { staffPaths } from '#contract/staff-paths.ts'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'

interface Props {
  /** Days of somebody's own; undefined: a period that ends today. */
  period: string | undefined
  isOfStory: boolean
  onReset(): void
}

/** Nothing was counted: in a new magazine, or in this period alone. */
export function NoData({ period, isOfStory, onReset }: Props) {
  if (period) {
    return (
      <EmptyList title="No data" text={`${period}: nothing was counted.`}>
        <button type="button" className="btn btn-outline" onClick={onReset}>
          Show the last 28 days
        </button>
      </EmptyList>
    )
  }
  if (isOfStory) {
    return <EmptyList title="No reads yet" text="Totals are up to ten minutes old." />
  }
  return (
    <EmptyGuide
      title="Your first week"
      text="Reads, finished stories, subscribers and sales will stand here, day by day, and which stories and sources bring readers."
      steps={[
        'Publish a story.',
        'Share it on WhatsApp: those visits are counted as WhatsApp.',
        'Come back in ten minutes: so often totals are counted.',
      ]}
    >
      <Link look="button" href={staffPaths.newStory} label="Write a story" />
    </EmptyGuide>
  )
}
