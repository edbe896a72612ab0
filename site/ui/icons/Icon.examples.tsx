import { brandIcons } from './brand-icons.ts'
import { Icon } from './Icon.tsx'

export const examples = {
  line: () => <Icon name="share" />,
  small: () => <Icon name="clock" size={17} />,
  'mark of another site': () => <Icon shape={brandIcons.whatsapp} size={28} isFilled />,
}
