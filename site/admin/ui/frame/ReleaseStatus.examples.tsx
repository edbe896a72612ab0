import { ReleaseStatus } from './ReleaseStatus.tsx'

export const examples = {
  waiting: () => <ReleaseStatus state="waiting" />,
  live: () => <ReleaseStatus state="live" />,
  failed: () => <ReleaseStatus state="failed" />,
  removed: () => <ReleaseStatus state="live" isRemoval />,
}
