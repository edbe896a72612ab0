import { ReadSteps } from './ReadSteps.tsx'

export const examples = {
  'of a week': () => <ReadSteps days={[0, 4, 9, 6, 3, 1, 2]} />,
  none: () => <ReadSteps days={[]} />,
}
