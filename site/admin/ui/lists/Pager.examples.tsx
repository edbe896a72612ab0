import { Pager } from './Pager.tsx'

const shared = { pageSize: 24, total: 60, onPage: () => {} }

export const examples = {
  'first page': () => <Pager {...shared} page={1} things="books" />,
  'last page': () => <Pager {...shared} page={3} things="orders" />,
}
