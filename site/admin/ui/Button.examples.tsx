import { adminIcons } from '#site/admin/ui/icons.ts'
import { Button } from './Button.tsx'

export const examples = {
  outline: () => <Button>Cancel</Button>,
  action: () => <Button look="action">Publish</Button>,
  danger: () => <Button look="danger">Delete</Button>,
  'with an icon': () => <Button icon={adminIcons.undo} label="Bring back" />,
  busy: () => <Button isBusy>Restore</Button>,
}
