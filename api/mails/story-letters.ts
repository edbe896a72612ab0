import { becauseForPublisher, facts, greeting, type Letters } from './letters.ts'
import { oneLine } from './render-letter.ts'

export const storyLetters = {
  submission: ({ firstName, title }, { brand, publicUrl }) => ({
    subject: `We have your story: ${title}`,
    paragraphs: [
      greeting(firstName),
      `Thank you for sending us “${oneLine(title)}”. It has been submitted for review. We'll notify you once it's published.`,
    ],
    link: { label: 'See your submissions', url: `${publicUrl}/account` },
    because: `you sent a story to ${brand.name}.`,
  }),

  storyPublished: ({ firstName, title, storyId }, { brand, publicUrl }) => ({
    subject: `Your story is published: ${title}`,
    paragraphs: [
      greeting(firstName),
      `Good news: “${oneLine(title)}” is published. Everybody can read it now, and you can share it.`,
    ],
    link: { label: 'Read it', url: `${publicUrl}/story/${storyId}` },
    because: `you sent a story to ${brand.name}.`,
  }),

  storyReturned: ({ firstName, title, storyId, note }, { brand, publicUrl }) => ({
    subject: `Please look at your story again: ${title}`,
    paragraphs: [
      greeting(firstName),
      `We have read “${oneLine(title)}” and would like you to change something before it is published.`,
      `The publisher writes:\n${note}`,
      'Once you have changed it, send it in again.',
    ],
    link: {
      label: 'Change your story',
      url: `${publicUrl}/submit?${new URLSearchParams({ story: storyId })}`,
    },
    because: `you sent a story to ${brand.name}.`,
  }),

  storyDeclined: ({ firstName, title, note }, { brand, publicUrl }) => ({
    subject: `Your story was not accepted: ${title}`,
    paragraphs: [
      greeting(firstName),
      `Thank you for sending us “${oneLine(title)}”. We have read it, and we will not publish it.`,
      ...(note ? [`The publisher writes:\n${note}`] : []),
      'Please do not let that stop you: another story of yours is welcome.',
    ],
    link: { label: 'See your submissions', url: `${publicUrl}/account` },
    because: `you sent a story to ${brand.name}.`,
  }),

  submissionNotice: ({ title, authorName, category, storyId }, { publicUrl }) => ({
    subject: `A story to review: ${title}`,
    paragraphs: [
      'A story has been sent in and waits for your review.',
      facts({ Title: title, Author: authorName, Category: category }),
    ],
    link: {
      label: 'Review it',
      url: `${publicUrl}/admin/stories?${new URLSearchParams({ story: storyId })}`,
    },
    because: becauseForPublisher,
  }),
} satisfies Partial<Letters>
