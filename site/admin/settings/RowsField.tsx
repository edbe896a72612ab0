import type { UseFormReturn } from 'react-hook-form'
import { capitalised } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { SettingLine } from './SettingLine.tsx'
import { rowsOf, type SettingField, type Typed } from './setting-fields.ts'

interface Props {
  field: SettingField
  form: UseFormReturn<Typed>
  error: string | undefined
}

/** Rows of fields, such as companies. */
export function RowsField({ field, form, error }: Props) {
  const { name, label, columns = [], hint } = field
  const rows = rowsOf({ [name]: form.watch(name) }, name)
  const set = (next: Record<string, string>[]) => form.setValue(name, next)
  return (
    <div>
      <ol>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing that stays while it is typed.
          <li key={index} className="mb-20 border-b border-line pb-16">
            <fieldset className="grid min-w-0 gap-16">
              <legend className="sr-only">{`${capitalised(label)} ${index + 1}`}</legend>
              {columns.map((column) => (
                <SettingLine
                  key={column.name}
                  field={{ ...column, name: `${name}.${index}.${column.name}` }}
                  form={form}
                  errors={{}}
                />
              ))}
            </fieldset>
            <Button
              className="mt-12"
              aria-label={`Remove ${row['name'] || `${label} ${index + 1}`}`}
              onClick={() => set(rows.toSpliced(index, 1))}
              icon={adminIcons.trash}
              label="Remove"
            />
          </li>
        ))}
      </ol>
      <FieldNote id={`${name}-note`} error={error} hint={hint} />
      <Button
        id={name}
        onClick={() => set([...rows, Object.fromEntries(columns.map((one) => [one.name, '']))])}
      >
        <Icon shape={adminIcons.plus} size={18} />
        Add a {label}
      </Button>
    </div>
  )
}
