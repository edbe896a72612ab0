import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Field } from '#site/ui/Field.tsx'

interface Props {
  href: string | undefined
  /** Empty removes the link. */
  onSet(href: string): void
  onClose(): void
}

const wrong = 'Please enter an address that begins with https:// or /, or an e-mail address'

/** Asks for the address of a link. */
export function LinkDialog({ href = '', onSet, onClose }: Props) {
  const { register, getValues, setError, formState } = useForm({ defaultValues: { href } })
  const { name: _, ...control } = register('href')
  return (
    <ConfirmDialog
      title="Link"
      confirm="Set the link"
      confirming="Set the link"
      isBusy={false}
      onConfirm={async () => {
        const { isLink } = await import('./rich-text.ts')
        const address = completed(getValues('href').trim())
        if (address && !isLink(address)) return setError('href', { message: wrong })
        onSet(address)
      }}
      onClose={onClose}
    >
      <Field
        name="href"
        id="link-address"
        label="Address"
        isOptional
        inputMode="url"
        placeholder="https://"
        hint="Empty takes the link away."
        error={formState.errors.href?.message}
        control={control}
      />
    </ConfirmDialog>
  )
}

/** As people type it: `unilag.edu.ng`, `ada@example.com`. */
function completed(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(typed)) return `https://${typed}`
  return typed
}
