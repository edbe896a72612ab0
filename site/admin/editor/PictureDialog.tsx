import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Field } from '#site/ui/Field.tsx'
import type { PictureAttrs } from './rich-text.ts'

interface Props {
  picture: PictureAttrs
  onSet(picture: PictureAttrs): void
  onClose(): void
}

/** The caption of a picture in the text, and its alternative text. */
export function PictureDialog({ picture, onSet, onClose }: Props) {
  const { register, getValues } = useForm({ defaultValues: picture })
  const field = (name: 'alt' | 'caption' | 'credit', label: string, hint?: string) => {
    const { name: _, ...control } = register(name)
    return (
      <Field
        name={name}
        id={`picture-${name}`}
        label={label}
        hint={hint}
        isOptional
        control={control}
      />
    )
  }
  return (
    <ConfirmDialog
      title="Picture"
      confirm="Done"
      confirming="Done"
      isBusy={false}
      onConfirm={() => onSet({ ...picture, ...getValues() })}
      onClose={onClose}
    >
      {field('alt', 'What the picture shows', 'Read out to those who do not see it.')}
      {field('caption', 'Caption')}
      {field('credit', 'Credit', 'Who took it.')}
    </ConfirmDialog>
  )
}
