import type { ComponentProps, ReactNode } from 'react'
import { Field } from '#site/ui/forms/Field.tsx'
import { checkboxClass } from '#site/ui/forms/form-classes.ts'
import { type changeShape, kindNames, kinds } from './change-form.ts'

type Name = keyof typeof changeShape

interface Props {
  field(name: Name): Omit<ComponentProps<typeof Field>, 'label'>
  form: { watch(name: Name): string; put(name: Name, value: string): void }
}

/** Asks what kind of change it is, and what readers are told of it. */
export function ChangeFields({ field, form: { watch, put } }: Props) {
  const box = (name: Name, label: ReactNode) => (
    <label className="flex min-h-44 cursor-pointer items-center gap-12 text-15">
      <input
        type="checkbox"
        className={checkboxClass}
        checked={watch(name) === 'yes'}
        onChange={({ target }) => put(name, target.checked ? 'yes' : '')}
      />
      {label}
    </label>
  )
  const area = (name: Name, label: string, hint?: string) => (
    <Field {...field(name)} label={label} kind="textarea" rows={3} hint={hint} />
  )
  return (
    <fieldset className="mb-14 grid gap-14">
      <legend className="mb-6 text-15 font-semibold">What kind of change is it?</legend>
      <div className="divide-y divide-line-2 rounded-2 border-1.5 border-line-2">
        {kindNames.map((kind) => (
          <label
            key={kind}
            className="flex cursor-pointer items-center gap-14 px-14 py-8 has-[:checked]:bg-sunk"
          >
            <input
              type="radio"
              className="size-22 flex-none accent-brand"
              name="change"
              checked={watch('change') === kind}
              onChange={() => put('change', kind)}
            />
            <span>
              <b className="block text-16">{kinds[kind].label}</b>
              <span className="text-14/140 text-ink-2">{kinds[kind].hint}</span>
            </span>
          </label>
        ))}
      </div>
      {watch('change') === 'correction' && (
        <>
          {area(
            'reason',
            'What was wrong',
            'One sentence, as in: We had the number of exams wrong.',
          )}
          {watch('isDescribed') ? (
            area('description', 'What has changed', 'Without the words that hurt.')
          ) : (
            <>
              {area('said', 'It said')}
              {area('says', 'It says now')}
            </>
          )}
          <div>
            {box('isDescribed', 'The old wording would hurt somebody: describe the change instead')}
            {box('isSerious', 'Serious: show it above the story as well')}
          </div>
        </>
      )}
    </fieldset>
  )
}
