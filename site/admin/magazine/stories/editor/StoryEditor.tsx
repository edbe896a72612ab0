import { storyCategories } from '#contract/categories.ts'
import { seriesLimits, storyLengths, storyMinimums } from '#contract/form-limits.ts'
import { LengthHint, lengthText } from '#site/admin/editor/LengthHint.tsx'
import { SaveNotice } from '#site/admin/editor/SaveNotice.tsx'
import { saveText } from '#site/admin/editor/save-text.ts'
import { TextField } from '#site/admin/editor/TextField.tsx'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { linkClass, titleClass } from '#site/admin/ui/classes.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { checkboxClass, formClass, pairClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { Draft } from './blank-draft.ts'
import { ConflictBox } from './ConflictBox.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { KnownAuthors, knownAuthorsId } from './KnownAuthors.tsx'
import { PictureField } from './PictureField.tsx'
import { PublishBar } from './PublishBar.tsx'
import { useStoryEditor } from './use-story-editor.ts'

interface Props {
  /** Nothing while it is loading: then the first fields are there, to be filled (draft-ahead.enhance.ts). */
  draft: Draft | undefined
  isNew: boolean
  /** Shows what the server has. */
  onReload(): void
}

const labels = {
  title: 'Title',
  summary: 'Summary',
  category: 'Category',
  authorName: 'Author',
  authorRole: 'Role of the author',
  content: 'Text',
  imageUrl: 'Picture',
  imageAlt: 'What the picture shows',
  videoUrl: 'Video link',
  seriesTitle: 'Series',
  seriesPart: 'Part of the series',
}

const limits = {
  title: { min: storyMinimums.title, max: storyLengths.title },
  summary: { min: storyMinimums.summary, max: storyLengths.summary },
  authorName: { min: storyMinimums.name, max: storyLengths.name },
  authorRole: { max: storyLengths.name },
  seriesTitle: { max: seriesLimits.titleLength },
}

/** A story as it is written: saved by itself, and seen by readers only when it is published. */
export function StoryEditor({ draft, isNew, onReload }: Props) {
  const editor = useStoryEditor({ draft, isNew, onReload })
  const { form, isReady, wrong, saveState, known } = editor
  const hintOf = (name: string) => {
    if (name === 'seriesPart') return `A whole number from 1 to ${seriesLimits.parts}.`
    const limit = limits[name as keyof typeof limits]
    return limit && <LengthHint control={form.control} name={name} {...limit} />
  }
  const field = (name: Exclude<keyof typeof labels, 'content' | 'imageUrl' | 'imageAlt'>) => {
    const { name: _, ...control } = form.register(name)
    return {
      ...{ name, label: labels[name], control, error: wrong[name]?.[0] },
      isReadOnly: !isReady,
      hint: hintOf(name),
    }
  }
  const wrongFields = Object.entries(labels).filter(([name]) => wrong[name])

  return (
    <>
      <a
        className="inline-flex min-h-44 items-center gap-10 font-semibold"
        href={adminPaths.stories}
      >
        <Icon name="arrowLeft" />
        <span className="border-b-2 border-current pb-2">Back to Stories</span>
      </a>
      <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-8">
        <h1 className={titleClass}>{isNew && !known.story ? 'Write a Story' : 'Edit Story'}</h1>
        <p
          className="text-14/150 text-ink-2"
          role="status"
          data-save-state={editor.start === undefined ? 'loading' : saveState.is}
        >
          {isReady ? saveText(saveState, formatMoment, 'story') : 'Loading the story…'}
        </p>
      </div>
      {/* No <form>: Enter sends nothing, and its dialogs have forms of their own. */}
      <div className={`${formClass} mt-24 max-w-[760px]`}>
        {wrongFields.length > 0 && (
          <ErrorSummary fields={wrongFields.map(([id, label]) => ({ id, label }))} />
        )}
        <Field {...field('title')} />
        <Field {...field('summary')} kind="textarea" rows={3} />
        <TextField
          editor={editor}
          limit={lengthText(storyMinimums.content, storyLengths.content)}
          error={wrong['content']?.[0]}
        />
        {isReady && (
          <>
            <div className={pairClass}>
              <Field
                {...field('category')}
                kind="select"
                options={storyCategories}
                placeholder="Select a category"
              />
              <Field {...field('videoUrl')} isOptional inputMode="url" placeholder="https://" />
              <Field {...field('authorName')} autoComplete="off" list={knownAuthorsId} />
              <Field {...field('authorRole')} />
              <Field {...field('seriesTitle')} isOptional />
              <Field {...field('seriesPart')} isOptional inputMode="numeric" />
            </div>
            <KnownAuthors editor={editor} />
            <PictureField
              editor={editor}
              error={wrong['imageUrl']?.[0] ?? wrong['imageAlt']?.[0]}
            />
            {editor.mayPublish && (
              <label className="flex min-h-44 cursor-pointer items-center gap-12">
                <input type="checkbox" className={checkboxClass} {...form.register('isFeatured')} />
                <span>Featured on the front page</span>
              </label>
            )}
            <PublishBar editor={editor} />
            <div className="flex flex-wrap items-center gap-x-24 gap-y-10">
              {known.head > 0 && (
                <a className={linkClass} href={adminPaths.revisions(known.id)}>
                  Revisions
                </a>
              )}
              <DiscardDraft editor={editor} />
            </div>
          </>
        )}
      </div>
      <SaveNotice
        editor={editor}
        thing="story"
        conflict={(conflict) => <ConflictBox editor={editor} conflict={conflict} />}
      />
    </>
  )
}
