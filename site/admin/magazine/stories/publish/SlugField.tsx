import type { ComponentProps } from 'react'
import { slugOf } from '#contract/magazine/categories.ts'
import { paths } from '#contract/paths.ts'
import { Field } from '#site/ui/forms/Field.tsx'

interface Props {
  field: Omit<ComponentProps<typeof Field>, 'label'>
  /** What the address is made of now: the words that somebody typed, or the title. */
  typed: string
  /** It was public once. */
  isKept: boolean
}

/** The words of a story's address, and the address as it will be. The service has the last word, on letters as well. */
export function SlugField({ field, typed, isKept }: Props) {
  const slug = slugOf(typed.normalize('NFKD').replace(/\p{M}/gu, ''))
  return (
    <div className="mt-14">
      <Field
        {...field}
        label="Address"
        isOptional
        isReadOnly={isKept}
        hint={
          <span className="[overflow-wrap:anywhere]">
            {paths.story(slug)}
            {isKept ? ' stays, because it was public.' : ' stays once it is published.'}
          </span>
        }
      />
    </div>
  )
}
