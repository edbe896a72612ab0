import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from './Link.tsx'

export const examples = {
  'in a text': () => <Link href="#" label="Open the order" />,
  button: () => <Link look="button" href="#" icon={adminIcons.plus} label="Add New Book" />,
  outline: () => <Link look="outline" href="#" label="View" />,
  action: () => <Link look="action" href="#" label="Set it up" />,
}
