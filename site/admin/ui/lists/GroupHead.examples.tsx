import { GroupHead } from './GroupHead.tsx'

export const examples = {
  plain: () => <GroupHead title="In progress" />,
  'with a sum': () => <GroupHead title="Today">₦14,200</GroupHead>,
  'of what is wrong': () => <GroupHead title="Needs review" isAlert />,
}
