import { usePictureUpload } from '#site/admin/editor/use-picture-upload.ts'
import { draftPicture } from '#site/admin/lib/pictures/draft-picture.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import type { Editor } from './use-story-editor.ts'

/** What is said of a picture goes with it. */
const ofPicture = ['imageAlt', 'imageCredit', 'imageLicence', 'imageSource'] as const

/** The art follows the title after a pause in the typing. */
const drawnAfterMs = 400

/** The picture of the story, or the art that is drawn from its title. */
export function useStoryImage(editor: Editor) {
  const { form } = editor
  const [title, category, url, focus] = form.watch(['title', 'category', 'imageUrl', 'imageFocus'])
  const set = (next: string) => {
    form.setValue('imageUrl', next)
    // Whoever is on another picture has not agreed.
    form.setValue('peopleAgree', false)
    if (!next) for (const name of ofPicture) form.setValue(name, '')
    editor.changed('imageUrl')
  }
  const { add, ...state } = usePictureUpload(set)
  const drawnTitle = useSettled(title.trim(), drawnAfterMs)
  return {
    url,
    focus,
    picture: draftPicture({ title: drawnTitle, category, imageUrl: url || null }, 'wide'),
    isDrawn: drawnTitle !== '',
    remove: () => set(''),
    upload: { ...state, choose: add },
  }
}

export type StoryImage = ReturnType<typeof useStoryImage>
