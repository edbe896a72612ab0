import { Fragment, type ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { boxClass, problemClass } from './form-classes.ts'

interface Props {
  /** The invalid fields, in the page's order. */
  fields: { id: string; label: string }[]
  /** The error when no field is invalid. */
  children?: ReactNode
}

/** Stands above a rejected form, and links to each invalid field. */
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
