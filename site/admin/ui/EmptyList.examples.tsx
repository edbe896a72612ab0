import { EmptyList } from './EmptyList.tsx'

export const examples = {
  empty: () => <EmptyList title="No books yet" text="Start by adding your first publication" />,
}
