import type { ComponentProps } from 'react'
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
}

/** A button that acts at once; what sends a form is another (`SubmitButton`). */
export function Button({ look = 'outline', className = '', isBusy, ...button }: Props) {
  const classes = `${looks[look]} ${className}`.trim()
  return <button type="button" className={classes} aria-busy={isBusy || undefined} {...button} />
}
