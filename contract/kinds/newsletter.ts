import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

const oneOrAll = (id: string, count: number) =>
  count === 1 ? staffPaths.issue(id) : staffPaths.issues

export const newsletter = {
  one: 'newsletter',
  many: 'Newsletters',
  roles: editors,
  path: staffPaths.editIssue,
  tabs: [{ name: 'letters', place: 'audience', label: 'Newsletters', path: staffPaths.issues }],
  tasks: {
    newslettersOverdue: {
      thing: ['Newsletter overdue', 'Newsletters overdue'],
      action: 'Open',
      why: ['“{name}” was due {since}, {time}', 'No subject: was due {since}, {time}'],
      path: oneOrAll,
    },
    newslettersPaused: {
      thing: ['Newsletter paused', 'Newsletters paused'],
      action: 'Open',
      why: ['{note}', '“{name}”', 'No subject:'],
      path: oneOrAll,
    },
  },
  create: {
    label: 'Write a newsletter',
    path: staffPaths.newIssue,
    text: 'A new draft',
    tile: { text: 'To your subscribers', icon: 'mail', colour: 'red' },
  },
  undo: 'issue',
  activity: {
    labels: {
      letterDiscarded: 'Discarded the newsletter',
      letterSent: 'Sent the newsletter',
      letterScheduled: 'Scheduled the newsletter',
      letterUnscheduled: 'Unscheduled the newsletter',
      letterPaused: 'Paused the newsletter',
      letterResumed: 'Resumed the newsletter',
      letterStopped: 'Stopped the newsletter',
      letterSentAgain: 'Resent, where delivery was unknown, the newsletter',
      letterLeft: 'Skipped the unknown deliveries of the newsletter',
    },
  },
} as const satisfies Kind
