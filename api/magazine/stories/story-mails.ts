import { inWords } from '#api/mails/fill-words.ts'
import {
  becauseForPublisher,
  facts,
  greeting,
  listed,
  type MailContext,
  type MailTexts,
  noteOf,
  titled,
} from '#api/mails/mail-texts.ts'
import { paths } from '#contract/paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'

export const storyMails = {
  submission: ({ firstName, title }, context) =>
    inWords('submission', context, {
      name: firstName,
      url: `${context.publicUrl}${paths.account}`,
      values: { title: titledStory(title, context) },
    }),

  storyPublished: ({ firstName, title, storyId: id, slug = null }, context) =>
    inWords('storyPublished', context, {
      name: firstName,
      url: context.publicUrl + sharedPaths.story({ id, slug }),
      values: { title: titledStory(title, context) },
    }),

  storyReturned: ({ firstName, title, storyId, note }, context) =>
    inWords('storyReturned', context, {
      name: firstName,
      url: `${context.publicUrl}${paths.submitted(storyId)}`,
      values: { title: titledStory(title, context), note: noteOf(note) },
    }),

  storyEdit: ({ firstName, title, storyId, note }, context) =>
    inWords('storyEdit', context, {
      name: firstName,
      url: `${context.publicUrl}${paths.edit(storyId)}`,
      values: { title: titledStory(title, context), note: noteOf(note) },
    }),

  editAnswer: ({ title, storyId, agrees, answer }, { publicUrl }) => ({
    subject: agrees ? `The contributor agrees: ${title}` : `The contributor answers: ${title}`,
    paragraphs: [
      agrees
        ? 'The contributor agrees to your edit. You can publish it now.'
        : 'The contributor has looked at your edit, and would like something different.',
      facts({ Title: title }),
      ...(answer ? [`They write:\n${answer}`] : []),
    ],
    link: { label: 'Open the story', url: `${publicUrl}${staffPaths.editStory(storyId)}` },
    because: becauseForPublisher,
  }),

  storyLeftSchedule: ({ staffName, title, storyId }, { publicUrl, words }) => ({
    subject: `Off the schedule: ${title}`,
    paragraphs: [
      ...(staffName ? [greeting(staffName, { words })] : []),
      'The contributor has changed a story that was scheduled. It will not go live by itself: it is back among the submitted ones and waits to be read again.',
      facts({ Title: title }),
    ],
    link: {
      label: 'Review it',
      url: `${publicUrl}${staffPaths.story(storyId)}`,
    },
    because: staffName ? 'you scheduled this story.' : becauseForPublisher,
  }),

  storyDeclined: ({ firstName, title, note }, context) =>
    inWords('storyDeclined', context, {
      name: firstName,
      url: `${context.publicUrl}${paths.account}`,
      values: { title: titledStory(title, context), note: noteOf(note) },
    }),

  submissionNotice: (story, { publicUrl }, others) => {
    const { title, authorName, category, storyId } = story
    const because = becauseForPublisher
    if (others.length === 0) {
      return {
        subject: `A story to review: ${title}`,
        paragraphs: [
          'A story has been sent in and waits for your review.',
          facts({ Title: title, Author: authorName, Category: category }),
        ],
        link: {
          label: 'Review it',
          url: `${publicUrl}${staffPaths.story(storyId)}`,
        },
        because,
      }
    }
    const stories = [story, ...others]
    return {
      subject: `${stories.length} stories to review`,
      paragraphs: [
        `${stories.length} stories have been sent in and wait for your review.`,
        listed(stories.map((each) => `${each.title}, by ${each.authorName} (${each.category})`)),
      ],
      link: { label: 'Review them', url: `${publicUrl}${staffPaths.stories}` },
      because,
    }
  },
} satisfies Partial<MailTexts>

const titledStory = (title: string, context: MailContext) => titled(title, context, 'your story')
