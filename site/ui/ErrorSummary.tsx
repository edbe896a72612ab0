import { Fragment, type ReactNode } from 'react'
import { boxClass, problemClass } from './form-classes.ts'
import { Icon } from './Icon.tsx'

interface Props {
  /** The fields that are wrong, in the page's order. */
  fields: { id: string; label: string }[]
  /** What is wrong when no field is. */
  children?: ReactNode
}

/** Stands above a form that was refused, and leads to each field that needs another look. */
export function ErrorSummary({ fields, children }: Props) {
  return (
    <div className={`${boxClass} ${problemClass}`} tabIndex={-1} data-problem-box="">
      <Icon name="alert" />
      <div>
        {fields.length > 0 ? (
          <>
            <b>
              Please fix {fields.length} {fields.length === 1 ? 'field' : 'fields'}
            </b>
            <p>
              {fields.map(({ id, label }, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <a href={`#${id}`}>{label}</a>
                </Fragment>
              ))}
            </p>
          </>
        ) : (
          children
        )}
      </div>
    </div>
  )
}
