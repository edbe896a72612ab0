import * as z from 'zod/mini'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import type { PictureAttrs } from './text/selected.ts'

interface Props {
  picture: PictureAttrs
  onSet(picture: PictureAttrs): void
  onClose(): void
}

const schema = z.object({ alt: z.string(), caption: z.string(), credit: z.string() })

export function PictureDialog({ picture, onSet, onClose }: Props) {
  const { alt, caption, credit } = picture
  const { submit, field } = useSubmit(schema, async (texts) => onSet({ ...picture, ...texts }), {
    blank: { alt, caption, credit },
  })
  const text = (name: keyof typeof schema.def.shape, label: string, hint?: string) => (
    <Field {...field(name)} id={`picture-${name}`} label={label} hint={hint} isOptional />
  )
  return (
    <ConfirmDialog
      title="Picture"
      confirm="Done"
      confirming="Done"
      isBusy={false}
      onConfirm={submit}
      onClose={onClose}
    >
      {/* Whole, as the text shows it on every screen: nothing of it is cropped. */}
      <img
        className="max-h-[240px] w-full bg-sunk object-contain"
        src={picture.src}
        alt={alt || 'The picture that the text shows'}
      />
      {text('alt', 'Alt text', 'Read out to those who do not see it.')}
      {text('caption', 'Caption')}
      {text('credit', 'Credit', 'Who took it.')}
    </ConfirmDialog>
  )
}
