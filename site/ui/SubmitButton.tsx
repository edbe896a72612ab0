import './form.css'

interface Props {
  label: string
  isBusy: boolean
}

/** Sends a form; while that is under way it says so in the same width, and keeps the focus. */
export function SubmitButton({ label, isBusy }: Props) {
  return (
    <button type="submit" className="btn form-submit" aria-busy={isBusy || undefined}>
      <span>{label}</span>
      <span>Submitting...</span>
    </button>
  )
}
