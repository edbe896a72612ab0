import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  ref?: RefObject<HTMLInputElement | null>
  onFile(file: File): void
}

/**
 * The browser's field for a file. What was chosen before script arrived is told too. It is empty again afterwards, so
 * that the same file may be chosen once more.
 */
export function FileInput({ ref, onFile, ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const tell = () => {
    const file = input.current?.files?.[0]
    if (!input.current || !file) return
    input.current.value = ''
    onFile(file)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before script arrived, once.
  useEffect(tell, [])
  return <input {...rest} ref={input} type="file" onChange={tell} />
}
