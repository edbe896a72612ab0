import { invoice } from '#contract/kinds/invoice.ts'
import { NewLink } from './NewLink.tsx'

export const examples = {
  'of a list': () => <NewLink kind={invoice} onOpen={() => {}} />,
}
