interface Props<Value extends string> {
  /** What is chosen, as in "State of the stories". */
  label: string
  value: Value
  choices: readonly { value: Value; label: string; count?: number | undefined }[]
  onChoose(value: Value): void
}

/** A row of filters above a list, one of which is on. */
export function Choices<Value extends string>({ label, value, choices, onChoose }: Props<Value>) {
  return (
    <fieldset className="desk-choices">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
          {choice.count ? <b>{choice.count}</b> : null}
        </button>
      ))}
    </fieldset>
  )
}
