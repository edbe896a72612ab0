import { PageBar } from './PageBar.tsx'

export const examples = {
  'an order': () => (
    <PageBar title="Order ASC-7K2M" backHref="/admin/orders" backLabel="Back" onBack={() => {}} />
  ),
}
