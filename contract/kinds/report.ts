import type { ReportState } from '#contract/magazine/reports.ts'
import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

/** What readers report, of stories, reviews and author pages: all for the same reason is one. */
export const report = {
  one: 'report',
  many: 'Reports',
  roles: editors,
  tabs: [
    {
      name: 'reports',
      place: 'stories',
      label: 'Reports',
      path: staffPaths.reports,
      badge: { name: 'openReports', tasks: ['reportsDue', 'reportsToDecide'] },
    },
  ],
  tasks: {
    reportsDue: {
      isFirst: true,
      thing: ['Report to decide now', 'Reports to decide now'],
      action: 'Decide',
      why: ['“{name}”, sent {since} at {time}: you have 24 hours'],
      path: () => staffPaths.reports,
    },
    reportsToDecide: {
      thing: ['Report to decide', 'Reports to decide'],
      action: 'Decide',
      why: ['“{name}”, sent {since} at {time}'],
      path: () => staffPaths.reports,
    },
  },
  guide: {
    text: 'Below each story, review and author page a reader can report it to you, without an account.',
    steps: [
      'A reader says what is wrong. Nothing is hidden by that.',
      'You have 24 hours to keep it, correct it or take it down.',
      'Whoever left an address gets your reason by mail.',
    ],
  },
  states: {
    open: 'To decide',
    kept: 'Kept',
    corrected: 'Corrected',
    removed: 'Taken down',
  } satisfies Record<ReportState, string>,
  undo: 'report',
  activity: {
    labels: {
      reportKept: 'Kept, after a report,',
      reportCorrected: 'Corrected, after a report,',
      reportRemoved: 'Took down, after a report,',
      reportOverdue: 'Counted 24 hours without a decision on the report of',
    },
    path: () => staffPaths.reports,
  },
} as const satisfies Kind
