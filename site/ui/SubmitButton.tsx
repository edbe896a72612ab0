import { busyLabelsClass } from './form-classes.ts'

interface Props {
  label: string
  busyLabel?: string
  isBusy: boolean
  isDisabled?: boolean
}

/** Sends a form; while that is under way it says so in the same width, and keeps the focus. */
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
