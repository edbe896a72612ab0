import { BackLink } from './BackLink.tsx'

export const examples = {
  link: () => <BackLink href="#" text="Back to Stories" />,
}
