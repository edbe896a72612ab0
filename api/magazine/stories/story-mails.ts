import {
  becauseForPublisher,
  facts,
  greeting,
  listed,
  type MailTexts,
  titled,
} from '#api/mails/mail-texts.ts'
import { paths } from '#contract/paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'

export const storyMails = {
  submission: ({ firstName, title }, context) => ({
    subject: `We have your story${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(firstName),
      `Thank you for sending us ${titled(title, context).or('your story')}. It has been submitted for review. We'll notify you once it's published.`,
    ],
    link: { label: 'See your submissions', url: `${context.publicUrl}${paths.account}` },
    because: `you sent a story to ${context.brand.name}.`,
  }),

  storyPublished: ({ firstName, title, storyId: id, slug = null }, context) => ({
    subject: `Your story is published${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(firstName),
      `Good news: ${titled(title, context).or('your story')} is published. Everybody can read it now, and you can share it.`,
    ],
    link: { label: 'Read it', url: context.publicUrl + sharedPaths.story({ id, slug }) },
    because: `you sent a story to ${context.brand.name}.`,
  }),

  storyReturned: ({ firstName, title, storyId, note }, context) => ({
    subject: `Please look at your story again${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(firstName),
      `We have read ${titled(title, context).or('your story')} and would like you to change something before it is published.`,
      `The publisher writes:\n${note}`,
      'Once you have changed it, send it in again.',
    ],
    link: {
      label: 'Change your story',
      url: `${context.publicUrl}${paths.submitted(storyId)}`,
    },
    because: `you sent a story to ${context.brand.name}.`,
  }),

  storyEdit: ({ firstName, title, storyId, note }, context) => ({
    subject: `Please look at our edit${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(firstName),
      `We have edited ${titled(title, context).or('your story')} and would like you to see it before it is published.`,
      ...(note ? [`The publisher writes:\n${note}`] : []),
      'Please tell us whether you agree.',
    ],
    link: { label: 'Look at our edit', url: `${context.publicUrl}${paths.edit(storyId)}` },
    because: `you sent a story to ${context.brand.name}.`,
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

  storyLeftSchedule: ({ staffName, title, storyId }, { publicUrl }) => ({
    subject: `Off the schedule: ${title}`,
    paragraphs: [
      ...(staffName ? [greeting(staffName)] : []),
      'The contributor has changed a story that was scheduled. It will not go live by itself: it is back among the submitted ones and waits to be read again.',
      facts({ Title: title }),
    ],
    link: {
      label: 'Review it',
      url: `${publicUrl}${staffPaths.story(storyId)}`,
    },
    because: staffName ? 'you scheduled this story.' : becauseForPublisher,
  }),

  storyDeclined: ({ firstName, title, note }, context) => ({
    subject: `Your story was not accepted${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(firstName),
      `Thank you for sending us ${titled(title, context).or('your story')}. We have read it, and we will not publish it.`,
      ...(note ? [`The publisher writes:\n${note}`] : []),
      'Please do not let that stop you: another story of yours is welcome.',
    ],
    link: { label: 'See your submissions', url: `${context.publicUrl}${paths.account}` },
    because: `you sent a story to ${context.brand.name}.`,
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
