import type { Kind } from '#contract/kinds/kind.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { adminIcons } from '../icons.ts'
import { withoutKeys } from './PageBar.tsx'

interface Props {
  kind: Required<Pick<Kind, 'create'>>
  onOpen(): void
}

export function NewLink({ kind, onOpen }: Props) {
  const { label, path } = kind.create
  return (
    <a className="btn" href={path} onClick={withoutKeys(onOpen)}>
      <Icon shape={adminIcons.plus} />
      {label}
    </a>
  )
}
