import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { actionClass, linkClass, outlineClass } from './classes.ts'

const looks = {
  text: linkClass,
  button: 'btn',
  outline: outlineClass,
  action: actionClass,
}

interface Props extends ComponentProps<'a'> {
  look?: keyof typeof looks
  /** Lucide shape. */
  icon?: string
  label: ReactNode
}

/** A link that stands for itself, in a text or as a button. */
export function Link({ look = 'text', className = '', icon, label, ...link }: Props) {
  return (
    <a className={`${looks[look]} ${className}`.trim()} {...link}>
      {icon && <Icon shape={icon} />}
      {label}
    </a>
  )
}
