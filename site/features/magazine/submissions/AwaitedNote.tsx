import type { PublishingAwaits } from '#contract/age-bands.ts'
import { paths } from '#site/lib/paths.ts'

/** Below the thanks for a story: what must come before it may be published. */
export function AwaitedNote({ awaits }: { awaits: PublishingAwaits }) {
  if (awaits === 'agreement') {
    return <p>We can publish it once your parent or guardian agrees. We have written to them.</p>
  }
  const link = awaits === 'ageBand' ? 'Tell us your age' : 'Name a parent or guardian'
  return (
    <p>
      One thing is missing before we can publish it. <a href={paths.guardian}>{link}</a>
      {awaits === 'guardian' && ', who must agree because you are under 18'}.
    </p>
  )
}
