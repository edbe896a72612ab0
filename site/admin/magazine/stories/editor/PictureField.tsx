import { imageAltLength } from '#contract/form-limits.ts'
import { type ImageFocus, imageFocuses } from '#contract/story-content.ts'
import { LengthHint } from '#site/admin/editor/LengthHint.tsx'
import { usePictureUpload } from '#site/admin/editor/use-picture-upload.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { focusClass, storyPicture } from '#site/lib/pictures.ts'
import { Field } from '#site/ui/Field.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { fieldClass, labelClass, optionalClass } from '#site/ui/form-classes.ts'
import type { Editor } from './use-story-editor.ts'

const focusLabels: Record<ImageFocus, string> = {
  'left-top': 'Top left',
  top: 'Top',
  'right-top': 'Top right',
  left: 'Left',
  center: 'Middle',
  right: 'Right',
  'left-bottom': 'Bottom left',
  bottom: 'Bottom',
  'right-bottom': 'Bottom right',
}

/** The picture of the story, or its art; its alternative text, and the part that a crop preserves. */
export function PictureField({ editor, error }: { editor: Editor; error: string | undefined }) {
  const { form } = editor
  const [title, category, imageUrl, focus] = form.watch([
    'title',
    'category',
    'imageUrl',
    'imageFocus',
  ])
  const set = (url: string) => {
    form.setValue('imageUrl', url)
    if (!url) form.setValue('imageAlt', '')
    editor.changed()
  }
  const { add, percent, problem } = usePictureUpload(set)
  const picture = storyPicture({ title, category, imageUrl: imageUrl || null }, 'wide')
  const { name: _, ...alt } = form.register('imageAlt')

  return (
    <fieldset className={fieldClass}>
      <legend className={`${labelClass} mb-6`}>
        Picture{' '}
        <small className={optionalClass}>(optional: without one, art is drawn for it)</small>
      </legend>
      {(imageUrl || (title && category)) && (
        <img
          key={picture.src}
          className={`cut step-6 aspect-[3/2] w-full max-w-[360px] object-cover ${(imageUrl && focusClass(focus)) ?? ''}`}
          src={picture.src}
          alt={imageUrl ? 'The picture of the story' : 'The art drawn for this title'}
          width={600}
          height={400}
          referrerPolicy="no-referrer"
        />
      )}
      <div className="flex flex-wrap items-center gap-10">
        <label
          id="imageUrl"
          className={`${outlineClass} relative cursor-pointer has-[input:focus-visible]:[outline:3px_solid_var(--focus)]`}
        >
          {imageUrl ? 'Choose another' : 'Add a picture'}
          <input
            type="file"
            className="absolute inset-0 w-full cursor-[inherit] opacity-0"
            accept="image/jpeg,image/png"
            onChange={({ target }) => {
              void add(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
        {imageUrl && (
          <button type="button" className={outlineClass} onClick={() => set('')}>
            Remove the picture
          </button>
        )}
        <p role="status" className="text-14">
          {percent === undefined ? '' : `Uploading… ${percent} %`}
        </p>
      </div>
      <FieldNote error={problem ?? error} role="alert" />
      {imageUrl && (
        <>
          <Field
            name="imageAlt"
            label="What the picture shows"
            isOptional
            hint={
              <LengthHint control={form.control} name="imageAlt" max={imageAltLength}>
                Read out to those who do not see it.
              </LengthHint>
            }
            control={alt}
          />
          <fieldset className="grid gap-6">
            <legend className="mb-6 text-15 font-semibold">
              What must stay when it is cropped
            </legend>
            <div className="grid w-fit grid-cols-3 gap-2">
              {imageFocuses.map((value) => (
                <label
                  key={value}
                  className="grid size-44 cursor-pointer place-items-center border border-line-2 has-[:checked]:bg-ink has-[:checked]:text-paper has-[:focus-visible]:[outline:3px_solid_var(--focus)]"
                  title={focusLabels[value]}
                >
                  <input
                    type="radio"
                    className="sr-only"
                    value={value}
                    {...form.register('imageFocus')}
                  />
                  <span className="sr-only">{focusLabels[value]}</span>
                  <span aria-hidden="true">{value === 'center' ? '◎' : '·'}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </>
      )}
    </fieldset>
  )
}
