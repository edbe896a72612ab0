import { Button } from './Button.tsx'

export const examples = {
  outline: () => <Button>Cancel</Button>,
  action: () => <Button look="action">Publish</Button>,
  danger: () => <Button look="danger">Delete</Button>,
  busy: () => <Button isBusy>Restore</Button>,
}
