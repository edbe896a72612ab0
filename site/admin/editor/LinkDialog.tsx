import * as z from 'zod/mini'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { useSubmit } from '#site/lib/use-submit.ts'
import { Field } from '#site/ui/Field.tsx'

interface Props {
  href: string | undefined
  /** Undefined where they cannot be changed here. */
  words: string | undefined
  /** An empty address removes the link. */
  onSet(href: string, words: string | undefined): void
  onClose(): void
}

const wrong = 'Please enter an address that begins with https:// or /, or an e-mail address'
const schema = z.object({
  words: z.string(),
  href: z.string().check(
    z.trim(),
    z.overwrite(completed),
    z.refine(async (href) => href === '' || (await import('./rich-text.ts')).isLink(href), wrong),
  ),
})

/** Asks for the address of a link, and for its words. */
export function LinkDialog({ href = '', words, onSet, onClose }: Props) {
  const { submit, field } = useSubmit(
    schema,
    async (link) => onSet(link.href, words === undefined ? undefined : link.words),
    { blank: { href, words: words ?? '' } },
  )
  return (
    <ConfirmDialog
      title="Link"
      confirm="Set the link"
      confirming="Set the link"
      isBusy={false}
      onConfirm={submit}
      onClose={onClose}
    >
      <Field
        {...field('href')}
        label="Address"
        isOptional
        inputMode="url"
        placeholder="https://"
        hint="Leave empty to remove the link."
      />
      {words !== undefined && (
        <Field {...field('words')} label="Words" isOptional hint="What readers press." />
      )}
    </ConfirmDialog>
  )
}

/** As people type it: `unilag.edu.ng`, `ada@example.com`. */
function completed(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(typed)) return `https://${typed}`
  return typed
}
