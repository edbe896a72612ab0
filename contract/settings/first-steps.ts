import { staffPaths } from '../staff-paths.ts'

/** The first eight lead from the one-time address to the first sale; the others can wait. */
export const firstStepNames = [
  'address',
  'signIn',
  'look',
  'mail',
  'book',
  'payments',
  'testSale',
  'open',
  'brand',
  'words',
  'story',
  'bank',
  'live',
  'backup',
  'recovery',
] as const
export type FirstStepName = (typeof firstStepNames)[number]

export const stepsToFirstSale = 8

/** What is said of mail that is set, until the button of its test mail was pressed. */
export const untestedMail = 'Saved. Send the test mail, and press its button.'

/** Leads to a page from the first steps, which leads back to them then. */
export const fromSteps = (path: string) => `${path}?first-steps`

interface FirstStep {
  title: string
  how: string
  /** What the button says that leads there. */
  press?: string
  /** The page that ticks it. */
  path: string
}

export const firstStepWords: Record<FirstStepName, FirstStep> = {
  address: {
    title: 'Address',
    how: 'What readers type. Whoever runs the server sets it, and you can go on meanwhile.',
    press: 'See the address',
    path: staffPaths.business,
  },
  signIn: { title: 'Your sign-in', how: 'A password of your own', path: staffPaths.account },
  look: {
    title: 'Name and look',
    how: 'Its name, its colours and its mark',
    press: 'Choose a look',
    path: staffPaths.setting('look'),
  },
  mail: {
    title: 'Mail',
    how: 'Choose who sends your mails. We try it before we keep it.',
    press: 'Set up mail',
    path: staffPaths.mailDomain,
  },
  book: {
    title: 'First book',
    press: 'Add the book',
    how: 'A PDF and a price; its cover is drawn',
    path: staffPaths.newBook,
  },
  payments: {
    title: 'Payments',
    how: 'Paste the key from Paystack. We check it before we keep it.',
    press: 'Other ways to be paid',
    path: staffPaths.payments,
  },
  testSale: {
    title: 'Test sale',
    how: 'Buy your book with a test card. No money moves.',
    press: 'Try a sale',
    path: staffPaths.payments,
  },
  open: { title: 'Open', how: 'Readers can buy', path: staffPaths.firstSteps },
  brand: {
    title: 'Set the brand',
    how: 'Publisher, address and e-mail',
    path: staffPaths.setting('contact'),
  },
  words: {
    title: 'Write the headline',
    how: 'Of the landing page, with its buttons',
    path: staffPaths.setting('hero'),
  },
  story: {
    title: 'Publish the first story',
    how: 'Title, text, a picture',
    path: staffPaths.newStory,
  },
  bank: {
    title: 'Let schools pay by invoice',
    how: 'With your bank account',
    path: staffPaths.business,
  },
  live: {
    title: 'Go live',
    how: 'With your live key, once Paystack has activated your business',
    path: staffPaths.payments,
  },
  backup: {
    title: 'Make a backup',
    how: 'To a bucket of your own, at another company',
    path: staffPaths.business,
  },
  recovery: {
    title: 'Print the recovery sheet',
    how: 'The secret that no backup holds',
    path: staffPaths.recoverySheet,
  },
}
