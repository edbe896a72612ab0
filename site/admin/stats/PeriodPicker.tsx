import { type ReactNode, useState } from 'react'
import { type Comparison, comparisons } from '#contract/stats.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { controlClass, fieldClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import {
  comparisonLabels,
  type Preset,
  presetOf,
  presets,
  type Range,
  wordsOf,
} from './period-choice.ts'

interface Chosen {
  /** Undefined: days of their own. */
  preset: Preset | undefined
  range: Range
  against: Comparison
}

interface Props {
  range: Range
  /** yyyy-mm-dd in Lagos */
  today: string
  against: Comparison
  onChoose(chosen: Chosen): void
}

const own = 'own'
const choiceClass =
  'flex min-h-44 cursor-pointer items-center gap-12 has-[:focus-visible]:outline has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-focus'
const radioClass = 'size-20 flex-none accent-brand'

/** The period and what it is compared with: one button, which opens both. */
export function PeriodPicker({ range, today, against, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { period, compared } = wordsOf(range, today, against)
  return (
    <>
      <button
        type="button"
        className="flex min-h-48 w-full items-center gap-14 rounded-2 border-2 border-ink bg-surface px-16 py-8 text-left md:w-auto md:gap-8 md:text-15"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" className="flex-none" />
        <span className="flex-1">
          <b className="block text-17/120 font-semibold md:inline md:text-15">{period}</b>{' '}
          <span className="mt-4 block text-14/120 text-ink-2 md:mt-0 md:inline md:text-15">
            {compared}
          </span>
        </span>
        <Icon name="chevronDown" className="flex-none" />
      </button>
      {isOpen && (
        <PeriodDialog
          range={range}
          today={today}
          against={against}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function PeriodDialog({ range, today, against, onChoose, onClose }: Props & { onClose(): void }) {
  const [length, setLength] = useState<Preset | typeof own>(presetOf(range, today)?.value ?? own)
  return (
    <Dialog title="Period" hasClose onClose={onClose}>
      {(leave) => (
        <form
          className="grid gap-20"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget)
            const preset = presets.find(({ value }) => value === length)
            onChoose({
              preset: preset?.value,
              range: preset
                ? { from: preset.from(today), to: today }
                : { from: String(typed.get('from')), to: String(typed.get('to')) },
              against: typed.get('against') as Comparison,
            })
            leave()
          }}
        >
          <Radios legend="Show">
            {[...presets, { value: own, label: 'Own dates' } as const].map(({ value, label }) => (
              <label key={value} className={choiceClass}>
                <input
                  className={radioClass}
                  type="radio"
                  name="period"
                  checked={length === value}
                  onChange={() => setLength(value)}
                />
                {label}
              </label>
            ))}
          </Radios>
          {length === own && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-12 sm:grid-cols-[1fr_1fr]">
              {(['from', 'to'] as const).map((name) => (
                <label key={name} className={fieldClass}>
                  <span className="font-semibold">{name === 'from' ? 'From' : 'To'}</span>
                  <input
                    className={`${controlClass} w-full min-w-0`}
                    type="date"
                    name={name}
                    required
                    defaultValue={range[name]}
                  />
                </label>
              ))}
            </div>
          )}
          <Radios legend="Compare with">
            {comparisons.map((value) => (
              <label key={value} className={choiceClass}>
                <input
                  className={radioClass}
                  type="radio"
                  name="against"
                  value={value}
                  defaultChecked={against === value}
                />
                {comparisonLabels[value]}
              </label>
            ))}
          </Radios>
          <button type="submit" className="btn">
            Apply
          </button>
        </form>
      )}
    </Dialog>
  )
}

function Radios({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-4 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  )
}
