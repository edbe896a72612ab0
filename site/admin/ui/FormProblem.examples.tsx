import { FormProblem } from './FormProblem.tsx'

export const examples = {
  wrong: () => <FormProblem problem="This link has been used or has expired." />,
}
