interface Props<Value extends string> {
  /** The label of the group, as in "State of the stories". */
  label: string
  value: Value
  /** Four of them fit in one line of a phone. */
  isCompact?: boolean
  choices: readonly { value: Value; label: string; count?: number | undefined }[]
  onChoose(value: Value): void
}

const choiceClass =
  'min-h-44 rounded-2 border-1.5 border-line-2 py-4 text-15 font-semibold ' +
  'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper'

/** A row of filters above a list, one of which is selected. */
export function Choices<Value extends string>({
  label,
  value,
  isCompact = false,
  choices,
  onChoose,
}: Props<Value>) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-8">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={`${choiceClass} ${isCompact ? 'px-11 sm:px-14' : 'px-14'}`}
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
          {choice.count ? <b className="ml-8">{choice.count}</b> : null}
        </button>
      ))}
    </fieldset>
  )
}
