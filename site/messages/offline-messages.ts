import { paths } from '#contract/paths.ts'
import type { Message } from './messages.ts'

export const offlineWords = {
  save: 'Save for offline',
  saved: 'Saved for offline',
  nothingSaved: 'Nothing saved yet. Look for “Save for offline” on a story or a publication.',
  nothingRead:
    'Nothing yet. Pages that you read are kept here; under data saver, only what you save.',
  cannotCache:
    'This browser cannot keep pages: it is too old for it, or set to keep nothing. Everything can still be read online.',
  weekUnknown: 'The stories of this week, as text without pictures.',
  week: (stories: number, size: string) =>
    `${stories} ${stories === 1 ? 'story' : 'stories'}, about ${size}: text without pictures.`,
  weekHere: 'This week’s stories are on your device already.',
  weekProgress: (done: number, of: number) => `Saving ${done} of ${of}…`,
  weekDone: (stories: number, size: string) =>
    `${stories} ${stories === 1 ? 'story' : 'stories'} saved, ${size} of data.`,
  used: (size: string, of: string) => `${size} of ${of} used`,
  deleted: (title: string) => `${title} deleted.`,
  allDeleted: 'Everything deleted.',
  missedChapter: 'This chapter is not on this phone. What is below opens without a network.',
}

export const offlineMessages = {
  saved: (title: string): Message => ({
    title: 'Saved for Offline',
    text: `“${title}” opens without a network now.`,
    action: { label: 'Offline reading', href: paths.offline },
  }),
  unsaved: { title: 'No Longer Saved', text: 'It was deleted from this device.' },
  noRoom: {
    title: 'No Room Left',
    text: 'Nothing was saved. Delete something under Offline reading, then try again.',
    isDestructive: true,
  },
  notSaved: {
    title: 'Could Not Save',
    text: 'Please check your connection and try again.',
    isDestructive: true,
  },
  cannotCache: { title: 'Could Not Save', text: offlineWords.cannotCache, isDestructive: true },
  likeLater: {
    title: 'You Are Offline',
    text: 'Your like is kept here and sent when the connection is back.',
  },
  unlikeLater: {
    title: 'You Are Offline',
    text: 'Your like is taken back when the connection is back.',
  },
  likeOnline: {
    title: 'You Are Offline',
    text: 'Go online and sign in to like stories.',
    isDestructive: true,
  },
}
