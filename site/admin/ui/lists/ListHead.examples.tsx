import { ListHead } from './ListHead.tsx'

export const examples = {
  plain: () => <ListHead id="head-plain" title="Orders" />,
  'with an action': () => (
    <ListHead id="head-action" title="Manage Publications">
      <button type="button" className="btn">
        Add New Book
      </button>
    </ListHead>
  ),
}
