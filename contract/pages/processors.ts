// Who handles data of people for the magazine: the law calls them processors.

/** Characters: of the name of a company, a country or the officer, and of what a company is for. */
export const paperLengths = { name: 60, purpose: 120 } as const

/** What is done elsewhere. The doctor asks for a company for each that is set up; the last two it cannot know of. */
export const processorTasks = {
  paystack: 'Payments by Paystack',
  flutterwave: 'Payments by Flutterwave',
  mail: 'Mail server',
  signIn: 'Sign-in provider',
  files: 'Bucket of files',
  backups: 'Bucket of backups',
  cache: 'Cache in front',
  hosting: 'Server',
  other: 'Something else',
} as const
export type ProcessorTask = keyof typeof processorTasks

export const processorTaskNames = Object.keys(processorTasks) as ProcessorTask[]
