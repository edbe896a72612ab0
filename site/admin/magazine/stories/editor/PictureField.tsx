import { imageAltLength } from '#contract/form-limits.ts'
import { LengthHint } from '#site/admin/editor/text/LengthHint.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { fieldClass, labelClass } from '#site/ui/forms/form-classes.ts'
import { FocusRing } from './FocusRing.tsx'
import type { Editor } from './use-story-editor.ts'
import type { StoryImage } from './use-story-image.ts'

interface Props {
  editor: Editor
  image: StoryImage
  error: string | undefined
}

/** The picture of the story with what a crop keeps and its alternative text, or the art that is drawn for it. */
export function PictureField({ editor, image, error }: Props) {
  const { form } = editor
  const { url, picture, isDrawn, upload } = image
  const { name: _, ...alt } = form.register('imageAlt')
  return (
    <fieldset className={`${fieldClass} !gap-12`}>
      <legend className={`${labelClass} mb-6`}>Picture</legend>
      {url && (
        <FocusRing
          src={picture.src}
          focus={image.focus}
          onChoose={(focus) => {
            form.setValue('imageFocus', focus)
            editor.changed()
          }}
        />
      )}
      {!url && isDrawn && (
        <img
          key={picture.src}
          className="aspect-[3/2] w-full object-cover"
          src={picture.src}
          alt="The art drawn for this title"
          width={600}
          height={400}
        />
      )}
      {!url && (
        <p className="text-14/140 text-ink-2">Without a picture we draw one from the title.</p>
      )}
      <div className="flex flex-wrap items-center gap-10">
        <label
          id="imageUrl"
          className={`${outlineClass} relative cursor-pointer has-[input:focus-visible]:[outline:3px_solid_var(--focus)]`}
        >
          {url ? 'Choose another' : 'Upload a picture'}
          <FileInput
            className="absolute inset-0 w-full cursor-[inherit] opacity-0"
            accept="image/jpeg,image/png"
            onFile={upload.choose}
          />
        </label>
        {url && <Button onClick={image.remove}>Remove</Button>}
        <p role="status" className="text-14">
          {upload.percent === undefined ? '' : `Uploading… ${upload.percent} %`}
        </p>
      </div>
      <FieldNote error={upload.problem ?? error} role="alert" />
      {url && (
        <Field
          name="imageAlt"
          label="Alt text"
          isOptional
          hint={
            <LengthHint control={form.control} name="imageAlt" max={imageAltLength}>
              Read out to those who do not see it.
            </LengthHint>
          }
          control={alt}
        />
      )}
    </fieldset>
  )
}
