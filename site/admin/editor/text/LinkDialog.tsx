import { useRef, useState } from 'react'
import { isLink } from '#markdown/links.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Field } from '#site/ui/forms/Field.tsx'

interface Props {
  href: string | undefined
  /** Undefined where they cannot be changed here. */
  words: string | undefined
  /** An empty address removes the link. */
  onSet(href: string, words: string | undefined): void
  onClose(): void
}

const wrong = 'Please enter an address that begins with https:// or /, or an e-mail address'
const hrefId = 'link-address'

/**
 * Asks for the address of a link, and for its words. It is checked at once, and not by the promise of `useSubmit`: the
 * next key after Enter belongs to the text already.
 */
export function LinkDialog({ href = '', words, onSet, onClose }: Props) {
  const typed = useRef({ href, words })
  const [error, setError] = useState<string>()
  const control = (name: keyof typeof typed.current) => ({
    onChange: async ({ target }: { target: { value: string } }) => {
      typed.current[name] = target.value
      setError(undefined)
    },
    onBlur: async () => {},
    ref: () => {},
  })
  const confirm = () => {
    const wanted = completed(typed.current.href.trim())
    if (!wanted || isLink(wanted)) return onSet(wanted, typed.current.words)
    setError(wrong)
    document.getElementById(hrefId)?.focus()
  }
  return (
    <ConfirmDialog
      title="Link"
      confirm="Set the link"
      confirming="Set the link"
      isBusy={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field
        id={hrefId}
        name="href"
        value={href}
        control={control('href')}
        error={error}
        label="Address"
        isOptional
        inputMode="url"
        placeholder="https://"
        hint="Leave empty to remove the link."
      />
      {words !== undefined && (
        <Field
          name="words"
          value={words}
          control={control('words')}
          label="Words"
          isOptional
          hint="What readers press."
        />
      )}
    </ConfirmDialog>
  )
}

/** Completes an address as people type it: `unilag.edu.ng`, `ada@example.com`. */
function completed(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(typed)) return `https://${typed}`
  return typed
}
