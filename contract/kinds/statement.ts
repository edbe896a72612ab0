import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const statement = {
  one: 'author account',
  many: 'Author accounts',
  roles: shop,
  path: staffPaths.statementsOf,
  tabs: [
    {
      name: 'statements',
      place: 'shop',
      label: 'Statements',
      path: staffPaths.statements,
      roles: [...shop, 'author'],
    },
  ],
  tasks: {
    authorsToPay: {
      thing: ['Author to pay', 'Authors to pay'],
      action: 'Open',
      why: ['{name}: {due}'],
      whyMany: ['{due} in all'],
      path: () => staffPaths.statements,
    },
  },
  create: {
    label: 'New author account',
    path: staffPaths.statementsOf('new'),
    text: 'For shares of sales',
  },
  guide: {
    text: 'An author gets a share of what their books are sold for, and a statement each month.',
    steps: [
      'Open an account with the name and the e-mail address of the author.',
      'Say which books they get how many percent of.',
      'Write down what you pay out. Sales and refunds come by themselves.',
    ],
  },
  look: { icon: 'user' },
  states: { account: 'Author account' },
  activity: {
    labels: {
      authorAccountOpened: 'Opened an author account for',
      authorAccountChanged: 'Changed the author account of',
      authorShareChanged: 'Changed the author’s share of',
      authorPayoutRecorded: 'Wrote down a payout to',
      authorPayoutTakenBack: 'Took back a payout to',
      statementLinkSent: 'Sent another link to the statements of',
    },
  },
} as const satisfies Kind
