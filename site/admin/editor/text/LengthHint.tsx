import { type Control, useWatch } from 'react-hook-form'
import { formatCount } from '#site/admin/lib/format.ts'

interface Props {
  control: unknown
  name: string
  min?: number
  max: number
  children?: string | undefined
}

/** How many characters a field may have, and how many it has: shown before the server rejects it. */
export function LengthHint({ control, name, min = 0, max, children }: Props) {
  const value = useWatch({ control: control as Control<Record<string, string>>, name }) ?? ''
  const length = value.trim().length
  const isWrong = length > 0 && (length < min || length > max)
  return (
    <>
      {children}{' '}
      {length === 0 ? (
        lengthText(min, max)
      ) : (
        <span className={isWrong ? 'font-semibold text-danger' : ''}>
          {`${formatCount(length)} of ${formatCount(max)} characters${length < min ? `, at least ${formatCount(min)}` : ''}`}
        </span>
      )}
    </>
  )
}

export const lengthText = (min: number, max: number) =>
  min > 1
    ? `${formatCount(min)} to ${formatCount(max)} characters.`
    : `At most ${formatCount(max)} characters.`
