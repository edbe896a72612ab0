import { NewLink } from './NewLink.tsx'

export const examples = {
  'of a list': () => <NewLink label="New invoice" href="?invoice=new" onOpen={() => {}} />,
}
