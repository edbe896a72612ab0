import { Icon } from '#site/ui/icons/Icon.tsx'
import { ActionButton } from './ActionButton.tsx'

export const examples = {
  ready: () => <ActionButton label="Publish" busy="Publishing..." isBusy={false} />,
  busy: () => <ActionButton label="Publish" busy="Publishing..." isBusy />,
  outline: () => (
    <ActionButton
      label="Send again"
      busy="Sending..."
      isBusy={false}
      isOutline
      icon={<Icon name="mail" size={18} />}
    />
  ),
}
