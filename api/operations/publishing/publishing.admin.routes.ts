import type { Node } from 'prosemirror-model'
import { proposeSlug } from '#api/http/requests/page-slugs.queries.ts'
import type { Routes } from '#api/http/serve.ts'
import { openDraft } from '#api/magazine/drafts/edit-draft.ts'
import { sendSharePhoto } from '#api/magazine/pictures/share-photos.ts'
import { type Store, sendSharePicture } from '#api/magazine/pictures/share-pictures.ts'
import { findStoryInWork, type StoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import {
  countDigestReaders,
  countRecipients,
} from '#api/newsletter/subscribers/subscribers.queries.ts'
import { checkPublished } from '#contract/endpoints/magazine/drafts.ts'
import { knownCategory } from '#contract/magazine/category-list.ts'
import { aiNotStated, lacksAgreement, peopleMissing } from '#contract/magazine/provenance.ts'
import type { DigestTimes } from '#contract/newsletter/digest-times.ts'
import { digests } from '#contract/newsletter/newsletter-choices.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { uploadId } from '#contract/uploads.ts'
import { changedSentences } from '#markdown/changed-sentences.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { storyDocument, textOf } from '#markdown/story-text.ts'

export function publishingRoutes(
  { serve, serveFile }: Routes,
  { publicUrl, digestTimes, ...store }: Store & { publicUrl: string; digestTimes(): DigestTimes },
) {
  serve('GET /admin/drafts/:id/publishing', async ({ id }, { staff }) => {
    const [{ fields, story }, inWork] = await Promise.all([
      openDraft(id, staff),
      findStoryInWork(id),
    ])
    const doc = parseMarkdown(fields.content)
    const isFirst = !story?.publishedAt
    const audiences = isFirst
      ? digests.map(
          (digest) => ({ kind: 'digest', digest, categories: [fields.category] }) as const,
        )
      : []
    const [taken, subscribers, ...readers] = await Promise.all([
      countDigestReaders(),
      countRecipients({ kind: 'letter', categories: [] }),
      ...audiences.map((audience) => countRecipients(audience)),
    ])
    const due = new Map(taken.map(({ digest, lastDue }) => [digest, lastDue]))
    const slug = story?.slug ?? (await proposeSlug('story', fields.title, id))
    return {
      now: new Date().toISOString(),
      url: publicUrl + sharedPaths.story({ id, slug }),
      slug,
      isSlugKept: !isFirst,
      problems: {
        ...checkPublished(fields, textOf(doc)).problems,
        ...(lacksAgreement(fields, inWork) && { peopleAgree: [peopleMissing] }),
      },
      advice: {
        ...(!fields.aiUse && { aiUse: aiNotStated }),
        ...(fields.imageUrl &&
          !fields.imageCredit.trim() && { imageCredit: 'Credit of the picture: not stated' }),
        ...(fields.imageUrl
          ? !fields.imageAlt.trim() && { imageAlt: 'The picture has no alt text' }
          : { imageUrl: 'No picture: one is drawn from the title' }),
        ...(hasPictureWithoutAlt(doc) && { content: 'A picture in the text has no alt text' }),
      },
      changed: inWork?.isPublished
        ? changedSentences(readableOf(inWork), readableOf({ ...fields, contentFormat: 'markdown' }))
        : undefined,
      digests: audiences.flatMap(({ digest }, at) =>
        readers[at] ? [{ digest, readers: readers[at], lastDue: due.get(digest) ?? null }] : [],
      ),
      digestTimes: digestTimes(),
      subscribers,
      isAuthorMailed: isFirst && story?.contributorEmail != null,
    }
  })

  serveFile('GET /admin/drafts/:id/share-picture.jpg', async ({ id }, ctx, { staff }) => {
    const { fields, story } = await openDraft(id, staff)
    const photo = story?.awaits ? undefined : uploadId(fields.imageUrl)
    if (photo && (await sendSharePhoto(ctx, store.files, photo, fields.imageFocus))) return
    // What is typed as a category may be anything.
    const category = knownCategory(fields.category)?.name ?? ''
    await sendSharePicture(ctx, store, 'story', { title: fields.title, category })
  })
}

/** What readers read of a story, a sentence or a name after the other. */
const readableOf = ({
  title,
  summary,
  authorName,
  authorRole,
  ...story
}: Pick<
  StoryInWork,
  'title' | 'summary' | 'authorName' | 'authorRole' | 'content' | 'contentFormat'
>) => [title, summary, authorName, authorRole, textOf(storyDocument(story))].join('\n')

function hasPictureWithoutAlt(doc: Node): boolean {
  let isFound = false
  doc.descendants(({ type, attrs }) => {
    if (type.name === 'picture' && !attrs['alt'].trim()) isFound = true
  })
  return isFound
}
