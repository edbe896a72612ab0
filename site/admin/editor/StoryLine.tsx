import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'

interface Props {
  /** It is the element's id, too: errors lead to it, and what was typed before the script came is found by it. */
  name: string
  label: string
  placeholder: string
  className: string
  isReadOnly?: boolean
  /** A new document begins here. */
  isFirst?: boolean
  /** The text that the field shows at first, which makes it as high as that needs. */
  start: unknown
  hint: ReactNode
  error: string | undefined
  control: Omit<UseFormRegisterReturn, 'name'>
  /** The id of the field to which Enter leads. */
  next: string
}

/** A line of the page itself, without a box: it grows with its words, and has no line breaks. */
export function StoryLine({
  name,
  label,
  placeholder,
  className,
  isReadOnly,
  isFirst,
  start,
  hint,
  error,
  control,
  next,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that is loaded changes its height.
  useEffect(() => {
    if (field.current) grow(field.current)
  }, [start])
  const { ref, onChange, ...handlers } = control
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return
    event.preventDefault()
    document.getElementById(next)?.focus()
  }
  return (
    <div className="group grid">
      <textarea
        {...handlers}
        ref={(element) => {
          field.current = element
          ref(element)
        }}
        id={name}
        name={name}
        rows={1}
        className={`block w-full resize-none overflow-hidden [field-sizing:content] bg-transparent pb-[.15em] placeholder:text-placeholder placeholder:opacity-100 caret-accent focus-visible:[outline:none] ${className}`}
        aria-label={label}
        aria-describedby={`${name}-note`}
        aria-invalid={error ? true : undefined}
        placeholder={placeholder}
        readOnly={isReadOnly || undefined}
        // biome-ignore lint/a11y/noAutofocus: whoever begins a document writes this first.
        autoFocus={isFirst}
        enterKeyHint="next"
        onKeyDown={goOn}
        onChange={(event) => {
          const { target } = event
          // Pasted ones: a title is one line.
          if (target.value.includes('\n')) target.value = target.value.replace(/\s+/g, ' ')
          grow(target)
          return onChange(event)
        }}
      />
      <div className={error ? 'py-4' : 'invisible min-h-24 pt-3 group-focus-within:visible'}>
        <FieldNote id={`${name}-note`} error={error} hint={hint} />
      </div>
    </div>
  )
}

/** Where the browser knows no `field-sizing`. */
function grow(field: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
