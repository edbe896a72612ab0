import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import {
  imageCreditLength,
  seriesLimits,
  storyLengths,
  storyMinimums,
} from '#contract/form-limits.ts'
import {
  aiUseLabels,
  imageLicenceLabels,
  optionsOf,
  peopleLabel,
} from '#contract/magazine/provenance.ts'
import { storyStateLabels } from '#contract/magazine/story-state-labels.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { cardFacesOf } from '#site/admin/editor/card-faces.ts'
import { DocumentFrame, type MainAction } from '#site/admin/editor/DocumentFrame.tsx'
import type { CardKind } from '#site/admin/editor/inserts.ts'
import { SettingsPanel } from '#site/admin/editor/SettingsPanel.tsx'
import { StoryLine } from '#site/admin/editor/StoryLine.tsx'
import { DiscardButton } from '#site/admin/editor/saving/DiscardButton.tsx'
import { LengthHint, lengthText } from '#site/admin/editor/text/LengthHint.tsx'
import { TextField } from '#site/admin/editor/text/TextField.tsx'
import { focusWrong } from '#site/admin/editor/use-document-editor.ts'
import { loadedLater } from '#site/admin/lib/loaded-later.ts'
import { switchClass } from '#site/admin/ui/classes.ts'
import type { TextCard } from '#site/lib/pages/card-face.ts'
import { Checkbox } from '#site/ui/forms/Checkbox.tsx'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { usePublishKey } from '../publish/use-publish-key.ts'
import { CategoryChip } from './CategoryChip.tsx'
import { KnownAuthors, knownAuthorsId } from './KnownAuthors.tsx'
import { KnownSeries, knownSeriesId } from './KnownSeries.tsx'
import { Outcome } from './Outcome.tsx'
import { PictureField } from './PictureField.tsx'
import { ReviewPart } from './ReviewPart.tsx'
import { SharingPart } from './SharingPart.tsx'
import { StoryPicture } from './StoryPicture.tsx'
import type { Draft, DraftFields } from './story-store.ts'
import { type Editor, useStoryEditor } from './use-story-editor.ts'
import { useStoryImage } from './use-story-image.ts'

const CardDialog = loadedLater(async () => (await import('./CardDialog.tsx')).CardDialog)
const PreviewDialog = loadedLater(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)
const PublishSheet = loadedLater(
  async () => (await import('../publish/PublishSheet.tsx')).PublishSheet,
)

interface Props {
  /** Undefined while it is loading: then the first fields are there, to be filled (preload-draft.enhance.ts). */
  draft: Draft | undefined
  isNew: boolean
  onReload(): void
  children?: ReactNode
}

const labels = {
  title: 'Title',
  summary: 'Summary',
  category: 'Category',
  authorName: 'Author',
  authorRole: 'Author role',
  content: 'Text',
  imageUrl: 'Picture',
  imageAlt: 'Alt text',
  aiUse: 'Did an AI write any of it?',
  imageCredit: 'Credit',
  imageLicence: 'Licence',
  imageSource: 'Source',
  peopleAgree: 'The people in its pictures agree',
  videoUrl: 'Video link',
  seriesTitle: 'Series',
  seriesPart: 'Part',
}

const limits: Record<string, { min?: number; max: number; children?: string }> = {
  title: { min: storyMinimums.title, max: storyLengths.title },
  summary: { min: storyMinimums.summary, max: storyLengths.summary },
  authorName: { min: storyMinimums.name, max: storyLengths.name },
  authorRole: {
    max: storyLengths.name,
    children: 'Below the name, as in “Student” or “Staff writer”.',
  },
  seriesTitle: { max: seriesLimits.titleLength },
  imageCredit: { max: imageCreditLength },
}

/** The editor of a story: the page itself, saved automatically, and public only when it is published. */
export function StoryEditor({ draft, isNew, onReload, children }: Props) {
  const editor = useStoryEditor({ draft, isNew, onReload })
  const { form, isReady, wrong, known } = editor
  const field = useFields(editor)
  const [isPublishing, setPublishing] = useState(false)
  const closeSheet = useCallback(() => setPublishing(false), [])
  const askToPublish = useCallback(() => {
    if (editor.mayPublish) setPublishing(true)
  }, [editor.mayPublish])
  usePublishKey(askToPublish)
  useSheetAhead(editor)
  const image = useStoryImage(editor)
  const [card, setCard] = useState<CardKind>()
  const [added, setAdded] = useState<TextCard[]>([])
  const cards = useMemo(() => cardFacesOf([...known.cards, ...added]), [known.cards, added])
  const [previewed, setPreviewed] = useState<DraftFields>()
  const revisionsPath = staffPaths.revisions(known.id)

  return (
    <TextField
      editor={editor}
      limit={lengthText(storyMinimums.content, storyLengths.content)}
      error={wrong['content']?.[0]}
      onCard={setCard}
      cards={cards}
    >
      {({ tools, field: text }) => (
        <DocumentFrame
          editor={editor}
          thing="story"
          title={isNew && !known.story ? 'Write a Story' : 'Edit Story'}
          state={stateOf(known)}
          back={{ href: staffPaths.stories, text: 'Back to Stories' }}
          revisionsPath={known.head > 0 ? revisionsPath : undefined}
          conflictPath={revisionsPath}
          tools={tools}
          action={isReady ? publishAction(editor, askToPublish) : undefined}
          onPreview={() => {
            editor.save()
            setPreviewed(editor.read())
          }}
          said={<Outcome editor={editor} />}
          settings={
            <SettingsPanel
              parts={[
                {
                  name: 'Story',
                  content: <StoryPart editor={editor} image={image} field={field} />,
                },
                { name: 'Sharing', content: <SharingPart editor={editor} /> },
                {
                  name: 'Review',
                  content: (
                    <>
                      <ReviewPart editor={editor} onSchedule={askToPublish} />
                      <Discard editor={editor} />
                    </>
                  ),
                },
              ]}
            />
          }
        >
          <StoryPicture image={image} />
          <div className="mx-auto max-w-text px-16 pb-32 pt-18 md:pt-28">
            {children}
            <WrongFields wrong={wrong} />
            <CategoryChip {...field('category')} value={form.watch('category')} />
            <StoryLine
              {...field('title')}
              start={editor.start}
              isFirst={isNew}
              placeholder="Title"
              className="mt-14 font-display text-38/100 font-heavy tracking-closer md:text-56"
              next="summary"
            />
            <StoryLine
              {...field('summary')}
              start={editor.start}
              placeholder="A summary: what makes somebody in the danfo stop scrolling?"
              className="mt-4 font-serif text-18/155 text-ink-2 md:text-21"
              next="content"
            />
            {text}
          </div>
          {isPublishing && (
            <PublishSheet editor={editor} onClose={closeSheet} onFix={editor.refuse} />
          )}
          {card && (
            <CardDialog
              kind={card}
              onAdd={(markdown, chosen) => {
                setAdded((before) => [...before, chosen])
                editor.insert.current?.(markdown)
              }}
              onClose={() => setCard(undefined)}
            />
          )}
          {previewed && (
            <PreviewDialog
              editor={editor}
              fields={previewed}
              onClose={() => setPreviewed(undefined)}
            />
          )}
        </DocumentFrame>
      )}
    </TextField>
  )
}

/** The sheet is loaded before it is asked for, once there is something that somebody may publish. */
function useSheetAhead({ saveState, mayPublish }: Editor) {
  const isWanted = mayPublish && saveState.is === 'saved' && saveState.at !== undefined
  useEffect(() => {
    if (isWanted) PublishSheet.preload().catch(console.warn)
  }, [isWanted])
}

type FieldName = Exclude<keyof typeof labels, 'content' | 'imageUrl' | 'imageAlt' | 'peopleAgree'>

/** Props of the fields that are no text of the story itself. */
function useFields({ form, isReady, wrong }: Editor) {
  const hintOf = (name: string) => {
    if (name === 'seriesPart') return `A whole number from 1 to ${seriesLimits.parts}.`
    const limit = limits[name]
    return limit && <LengthHint control={form.control} name={name} {...limit} />
  }
  return (name: FieldName) => {
    const { name: _, ...control } = form.register(name)
    return {
      name,
      label: labels[name],
      control,
      error: wrong[name]?.[0],
      isReadOnly: !isReady,
      hint: hintOf(name),
    }
  }
}

interface StoryPartProps {
  editor: Editor
  image: ReturnType<typeof useStoryImage>
  field: ReturnType<typeof useFields>
}

function StoryPart({ editor, image, field }: StoryPartProps) {
  const { form, isReady, wrong } = editor
  const { name: _, ...people } = form.register('peopleAgree')
  return (
    <>
      <PictureField
        editor={editor}
        image={image}
        error={wrong['imageUrl']?.[0] ?? wrong['imageAlt']?.[0]}
      />
      {image.url && (
        <>
          <Field {...field('imageCredit')} isOptional />
          <Field
            {...field('imageLicence')}
            isOptional
            kind="select"
            options={optionsOf(imageLicenceLabels)}
            placeholder="Not stated"
          />
          <Field {...field('imageSource')} isOptional inputMode="url" placeholder="https://" />
        </>
      )}
      <Checkbox name="peopleAgree" isOptional error={wrong['peopleAgree']?.[0]} control={people}>
        {peopleLabel}
      </Checkbox>
      <Field
        {...field('aiUse')}
        isOptional
        kind="select"
        options={optionsOf(aiUseLabels)}
        placeholder="Not stated"
      />
      <Field {...field('authorName')} autoComplete="off" list={knownAuthorsId} />
      <Field {...field('authorRole')} />
      <KnownAuthors editor={editor} />
      {editor.mayPublish && (
        <label className="flex min-h-56 cursor-pointer items-center justify-between gap-12 border-y border-line py-8">
          <span className="text-15/140">
            <b className="block font-semibold">Featured</b>
            <span className="text-14 text-ink-2">Leads the front page</span>
          </span>
          <input
            type="checkbox"
            className={switchClass}
            aria-label="Featured"
            {...form.register('isFeatured')}
          />
        </label>
      )}
      <Field {...field('seriesTitle')} isOptional list={knownSeriesId} />
      <KnownSeries isReady={isReady} />
      <Field {...field('seriesPart')} isOptional inputMode="numeric" />
      <Field {...field('videoUrl')} isOptional inputMode="url" placeholder="https://" />
    </>
  )
}

function WrongFields({ wrong }: Pick<Editor, 'wrong'>) {
  const fields = Object.entries(labels).filter(([name]) => wrong[name])
  if (fields.length === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links do the same by keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on a link is a click.
    <div
      className="mb-20"
      onClick={(event) => {
        const link = (event.target as Element).closest('a')
        if (!link) return
        // Some are behind the sheet.
        event.preventDefault()
        focusWrong({ [link.hash.slice(1)]: [] })
      }}
    >
      <ErrorSummary fields={fields.map(([id, label]) => ({ id, label }))} />
    </div>
  )
}

/** What the button at the top right does; Publish and Update open a sheet. */
function publishAction(editor: Editor, askToPublish: () => void): MainAction {
  const { known, action, mayPublish } = editor
  if (!mayPublish) {
    return {
      label: 'Send for review',
      busy: 'Sending…',
      isBusy: action === 'send',
      onPress: () => void editor.send(),
    }
  }
  const label = known.story?.state === 'published' ? 'Update' : 'Publish'
  return {
    label,
    busy: label,
    isBusy: action === 'check',
    keys: 'Control+Enter',
    onPress: askToPublish,
  }
}

function stateOf({ story, head, stored }: Draft): string {
  if (!story) return 'Draft'
  if (story.publishAt) return 'Scheduled'
  const isChanged = story.state === 'published' && head > 0 && stored !== head
  return isChanged ? 'Unpublished changes' : storyStateLabels[story.state]
}

function Discard({ editor }: { editor: Editor }) {
  const { saveState, known } = editor
  const { story, head, stored } = known
  const isTyped = saveState.is !== 'saved' || saveState.at !== (known.savedAt ?? undefined)
  const hasAny = story ? isTyped || (head > 0 && stored !== head) : isTyped || head > 0
  if (!hasAny) return null
  return <DiscardButton editor={editor} label={story ? 'Discard changes' : 'Discard draft'} />
}
