import { BulkFailures } from './BulkFailures.tsx'

export const examples = {
  one: () => (
    <BulkFailures
      title="1 story was not unpublished"
      failures={[{ name: 'The well that kept accounts', why: 'It is not published.' }]}
    />
  ),
}
