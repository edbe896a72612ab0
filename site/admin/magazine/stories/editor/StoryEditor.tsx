import { storyCategories } from '#contract/categories.ts'
import { seriesLimits, storyLengths, storyMinimums } from '#contract/form-limits.ts'
import { DiscardButton } from '#site/admin/editor/DiscardButton.tsx'
import { DocumentFrame } from '#site/admin/editor/DocumentFrame.tsx'
import { LengthHint, lengthText } from '#site/admin/editor/LengthHint.tsx'
import { TextField } from '#site/admin/editor/TextField.tsx'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { checkboxClass, pairClass } from '#site/ui/form-classes.ts'
import { KnownAuthors, knownAuthorsId } from './KnownAuthors.tsx'
import { PictureField } from './PictureField.tsx'
import { PublishBar } from './PublishBar.tsx'
import type { Draft } from './story-store.ts'
import { type Editor, useStoryEditor } from './use-story-editor.ts'

interface Props {
  /** Undefined while it is loading: then the first fields are there, to be filled (preload-draft.enhance.ts). */
  draft: Draft | undefined
  isNew: boolean
  /** Shows the server's version. */
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

/** The editor of a story: saved automatically, and public only when it is published. */
export function StoryEditor({ draft, isNew, onReload }: Props) {
  const editor = useStoryEditor({ draft, isNew, onReload })
  const { form, isReady, wrong, known } = editor
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
    <DocumentFrame
      editor={editor}
      thing="story"
      title={isNew && !known.story ? 'Write a Story' : 'Edit Story'}
      back={{ href: adminPaths.stories, text: 'Back to Stories' }}
      revisionsPath={adminPaths.revisions(known.id)}
    >
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
          <PictureField editor={editor} error={wrong['imageUrl']?.[0] ?? wrong['imageAlt']?.[0]} />
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
            <Discard editor={editor} />
          </div>
        </>
      )}
    </DocumentFrame>
  )
}

function Discard({ editor }: { editor: Editor }) {
  const { saveState, known } = editor
  const { story, head, stored } = known
  const isTyped = saveState.is !== 'saved' || saveState.at !== (known.savedAt ?? undefined)
  const hasAny = story ? isTyped || (head > 0 && stored !== head) : isTyped || head > 0
  if (!hasAny) return null
  return story ? (
    <DiscardButton editor={editor} label="Discard changes" title="Discard the changes?">
      The story is again what {story.state === 'published' ? 'readers see' : 'was sent in'}. What
      was changed since, and its revisions, are deleted.
    </DiscardButton>
  ) : (
    <DiscardButton editor={editor} label="Discard draft" title="Discard this draft?">
      Its words and its revisions are deleted. No reader has seen them.
    </DiscardButton>
  )
}
