import { type ChangeEvent, useState } from 'react'
import * as z from 'zod/mini'
import { formatShortDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { consent } from '#contract/endpoints/newsletter/imports.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'

interface Props {
  preview: OutputOf<'POST /admin/newsletter/imports/preview'>
  onColumns(columns: object): void
  send(fields: object): Promise<void>
}

const columnNames = ['address', 'agreedOn', 'status'] as const
const labels = {
  address: 'E-mail address',
  agreedOn: 'Day of consent',
  status: 'Who left',
  isDocumented: 'Did they agree to get mails from you?',
  day: 'When they agreed',
  place: 'Where they agreed',
}
const answers = [
  { value: '', label: 'Please choose' },
  { value: 'yes', label: 'Yes, and I know when and where' },
  { value: 'no', label: 'I cannot say: ask each of them once' },
]
const isDocumented = z.enum(['yes', 'no'], 'Please say whether they agreed')
const columns = z.object({ address: z.string(), agreedOn: z.string(), status: z.string() })

/** Which column is what, the first rows as they were read, and the statement without which nothing is imported. */
export function ImportForm({ preview, onColumns, send }: Props) {
  const [answer, setAnswer] = useState('')
  const schema = z.object({ ...columns.shape, isDocumented, ...(answer === 'yes' ? consent : {}) })
  const blank = Object.fromEntries(columnNames.map((name) => [name, String(preview[name])]))
  const form = useSubmit(schema, send, { blank, labels })
  const choose = ({ target: { name, value } }: ChangeEvent<HTMLFormElement>) => {
    if (name === 'isDocumented') setAnswer(value)
    if (name in columns.shape) onColumns(columns.parse(form.values()))
  }
  const named = preview.columns.map((label, at) => ({ value: String(at), label }))
  return (
    <form {...form.form} className="mt-28 grid gap-20" onChange={choose}>
      <div className="grid gap-16 sm:grid-cols-3">
        {columnNames.map((name) => (
          <Field
            key={name}
            {...form.field(name)}
            kind="select"
            isOptional={name !== 'address'}
            options={[{ value: '-1', label: 'None' }, ...named]}
          />
        ))}
      </div>
      <FirstRows {...preview} />
      <FormProblem problem={form.problem} summary={form.summary} />
      <Field {...form.field('isDocumented')} kind="select" options={answers} />
      {answer === 'yes' && (
        <>
          <Field {...form.field('day')} kind="date" hint="Counts for rows without a day." />
          <Field
            {...form.field('place')}
            hint="Such as: the form of our Substack. It is kept with your name, for people who ask."
          />
        </>
      )}
      {answer === 'no' && (
        <div className="grid gap-12">
          <Off name="mail" />
          Each gets one mail, and newsletters only after they confirm. Who does not answer within 30
          days is deleted.
        </div>
      )}
      <FormActions
        form={form}
        label={`Import ${formatCounted(preview.rows - preview.skipped, 'address', 'addresses')}`}
        busyLabel="Importing..."
      />
    </form>
  )
}

const FirstRows = ({ first, rows, skipped }: Props['preview']) => (
  <div>
    <p role="status">
      {`${formatCounted(rows, 'row')}, of which ${skipped || 'none'} cannot be taken. The first ones:`}
    </p>
    <ul className="mt-8">
      {first.map(({ row, address, agreedOn, reason }) => (
        <li key={row} className="border-b border-line py-10 [overflow-wrap:anywhere]">
          {address || 'Empty'}
          <p className={bylineClass}>
            {`Row ${row}${agreedOn ? ` · agreed ${formatShortDate(agreedOn)}` : ''}${reason ? ` · skipped: ${reason}` : ''}`}
          </p>
        </li>
      ))}
    </ul>
  </div>
)
