import { priceClass } from '../classes.ts'
import { LinkedRow } from './LinkedRow.tsx'

const row = {
  id: 'linked-row',
  href: '/admin/invoices',
  onOpen: () => {},
  title: 'Holy Child Secondary School',
  byline: 'INV-2026-00042',
  facts: <span>Due in three days</span>,
}

// A row's colour reaches beyond it, to the box of its page.
export const examples = {
  'a row': () => (
    <ul className="px-16 md:px-32">
      <LinkedRow {...row} />
    </ul>
  ),
  'with an amount': () => (
    <ul className="px-16 md:px-32">
      <LinkedRow {...row}>
        <b className={priceClass}>₦140,000</b>
      </LinkedRow>
    </ul>
  ),
}
