import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { actionClass, dangerClass, outlineClass } from './classes.ts'

const looks = {
  outline: outlineClass,
  action: actionClass,
  danger: dangerClass,
  icon: 'icon-btn',
}

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof looks
  isBusy?: boolean | undefined
  /** Lucide shape. */
  icon?: string
  /** In place of children. */
  label?: ReactNode
}

/** A button that acts at once; what sends a form is another (`SubmitButton`). */
export function Button(props: Props) {
  const { look = 'outline', className = '', isBusy, icon, label, children, ...button } = props
  const classes = `${looks[look]} ${className}`.trim()
  return (
    <button type="button" className={classes} aria-busy={isBusy || undefined} {...button}>
      {icon && <Icon shape={icon} size={18} />}
      {label}
      {children}
    </button>
  )
}
