import { Icon } from '#site/ui/icons/Icon.tsx'
import { adminIcons } from '../icons.ts'
import { withoutKeys } from './PageBar.tsx'

interface Props {
  /** "New invoice". */
  label: string
  href: string
  onOpen(): void
}

/** Opens the form of a new thing over its list. */
export function NewLink({ label, href, onOpen }: Props) {
  return (
    <a className="btn" href={href} onClick={withoutKeys(onOpen)}>
      <Icon shape={adminIcons.plus} />
      {label}
    </a>
  )
}
