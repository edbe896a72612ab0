import { EmptyList, NothingFound, NothingOnPage } from './EmptyList.tsx'

export const examples = {
  empty: () => (
    <EmptyList title="No orders yet" text="They stand here once somebody buys a book." />
  ),
  'all done': () => <EmptyList isDone title="All caught up" />,
  'nothing found': () => <NothingFound things="books" onShowAll={() => {}} />,
  'beyond the last page': () => <NothingOnPage onFirst={() => {}} />,
}
