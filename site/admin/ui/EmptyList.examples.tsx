import { EmptyList } from './EmptyList.tsx'

export const examples = {
  empty: () => (
    <EmptyList title="No orders yet" text="They stand here once somebody buys a book." />
  ),
  'all done': () => <EmptyList isDone title="All caught up" />,
}
