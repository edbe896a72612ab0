/**
 * Days after which data of people are deleted by the jobs of api/jobs/cleanup.ts. The privacy page tells them, and
 * api/jobs/retention.test.ts compares the two.
 */
export const keptDays = {
  /** Name and e-mail address of an order that was never paid. */
  unpaidBuyer: 30,
  /** Name, address and greeting of a present, since it was opened or refunded. */
  present: 30,
  /** A browser in which an order opens its book, since it was last used. */
  bookBrowser: 30,
  /** That a reader deleted a note: their other devices have heard of it by then. */
  deletedNote: 30,
  /** A review that is not shown, since that was decided. */
  declinedReview: 30,
  /** Words and address of whoever reported something, since that was decided. */
  reporter: 30,
  /** The paper of an authority about something that readers saw, since that was decided. */
  paperOfNotice: 730,
  /** A data request whose address nobody proved. */
  unprovedDataRequest: 7,
  /** One that was answered: it proves that it was, and when. */
  answeredDataRequest: 365,
  /** A draft on somebody's phone may still need the picture. */
  unusedUpload: 30,
  /** Counted since they were named, or withdrew. */
  guardianWhoDoesNotAgree: 30,
  /** The saves of a draft but the last one of its editing session. */
  saveOfASession: 7,
  /** Unless it is the last one of its day. */
  lastSaveOfASession: 90,
  /** Counted since somebody left the newsletter: six months after the purpose ended. */
  newsletterWithdrawal: 183,
  /** An imported address that was asked to confirm, and how long an import can be undone. */
  import: 30,
  sentMail: 30,
  /** Who got which letter; counts stay. */
  issueRecipient: 90,
  /** The suppression of an address that is no longer on the list. */
  suppression: 365,
  /** Webhook ids, which detect repeats. */
  mailEvent: 30,
  /** Views and shares: of readers they prevent counting twice, of all they make the days. */
  counted: 30,
  /** What staff have deleted, and can bring back. */
  deleted: 30,
  device: 365,
  answeredWrite: 1,
  /** This is 24 months. */
  activity: 730,
} as const

/** Counts, which hold nothing of anybody: months after which their partitions are dropped by api/figures. */
export const keptMonths = {
  /** Days are made of them. */
  countsByHour: 13,
  /** A year and the one before it can be compared; months and categories stay. */
  countsByStoryAndDay: 25,
} as const

/** Of nightly backups: how many days, weeks and months have one, the newest of each. */
export const keptBackups = { days: 7, weeks: 4, months: 6 } as const

/** Lines of the log, by deploy/server/journald.conf; elsewhere whoever runs the server sets it. */
export const keptLogMonths = 1

/** Null: as long as the magazine is published, until somebody who knows has answered docs/legal-questions.md. */
export const keptOrderYears = null

/** A longer pause in writing begins a new editing session. */
export const sessionPauseMinutes = 10
