import type { Kind } from '#contract/kinds/kind.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { adminIcons } from '../icons.ts'

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
