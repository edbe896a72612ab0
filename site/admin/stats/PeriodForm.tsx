import { formatDay } from '#site/admin/lib/format.ts'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { actionClass, bylineClass } from '#site/admin/ui/classes.ts'
import { controlClass, fieldClass } from '#site/ui/form-classes.ts'

interface Range {
  from: string
  to: string
}

type Against = 'before' | 'year'

interface Props {
  period: Range
  before: Range
  against: Against
  onChoose(chosen: Range & { against: Against }): void
}

const dayMs = 24 * 60 * 60 * 1000
const lengths = [
  { value: '7', label: '7 days' },
  { value: '28', label: '28 days' },
  { value: '91', label: '13 weeks' },
  { value: '365', label: 'A year' },
] as const

/** Periods that end on the same day. */
function lastDays(days: number, to: string): Range {
  return { from: new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10), to }
}

/** The period that is shown, and the one that it is compared with. */
export function PeriodForm({ period, before, against, onChoose }: Props) {
  const length = (Date.parse(period.to) - Date.parse(period.from)) / dayMs + 1
  return (
    <div className="mt-24 grid gap-16">
      <div className="flex flex-wrap gap-x-32 gap-y-16">
        <Choices
          label="Length of the period"
          value={String(length) as (typeof lengths)[number]['value']}
          choices={lengths}
          onChoose={(days) => onChoose({ ...lastDays(Number(days), period.to), against })}
        />
        <Choices
          label="Compared with"
          value={against}
          choices={[
            { value: 'before', label: 'The days before' },
            { value: 'year', label: 'The year before' },
          ]}
          onChoose={(next) => onChoose({ ...period, against: next })}
        />
      </div>
      <form
        className="flex flex-wrap items-end gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          onChoose({ from: String(typed.get('from')), to: String(typed.get('to')), against })
        }}
      >
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className={`${fieldClass} max-w-full`}>
            <span className="font-semibold">{name === 'from' ? 'First day' : 'Last day'}</span>
            <input
              className={`${controlClass} w-full min-w-0`}
              type="date"
              name={name}
              required
              defaultValue={period[name]}
            />
          </label>
        ))}
        <button type="submit" className={actionClass}>
          Show
        </button>
      </form>
      <p className={bylineClass} role="status">
        {formatDay(period.from)} to {formatDay(period.to)}, compared with {formatDay(before.from)}{' '}
        to {formatDay(before.to)}
      </p>
    </div>
  )
}
