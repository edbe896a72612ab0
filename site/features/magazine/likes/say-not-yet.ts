import { paths } from '#contract/paths.ts'
import { showToast } from '#site/ui/toast.ts'

/** Says what keeps a reader under 13 from liking, and leads to where a guardian is named. */
export function sayNotYet(why: string) {
  showToast({
    title: 'Not Yet',
    text: why,
    isDestructive: true,
    action: { label: 'My account', href: paths.guardian },
  })
}
