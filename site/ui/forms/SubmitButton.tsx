import { busyLabelsClass } from './form-classes.ts'

interface Props {
  label: string
  busyLabel?: string
  isBusy: boolean
  isDisabled?: boolean
}

/** Submits a form; while that is pending its label says so in the same width, and the focus stays. */
export function SubmitButton({
  label,
  busyLabel = 'Submitting...',
  isBusy,
  isDisabled = false,
}: Props) {
  return (
    <button
      type="submit"
      className={`btn ${busyLabelsClass}`}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
    >
      <span>{label}</span>
      <span>{busyLabel}</span>
    </button>
  )
}
