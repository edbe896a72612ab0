import { PageBar } from './PageBar.tsx'

export const examples = {
  'an order': () => (
    <PageBar title="Order 7K2M-P4" backHref="/admin/orders" backLabel="Back" onBack={() => {}} />
  ),
}
