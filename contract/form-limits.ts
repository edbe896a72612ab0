// Separate from limits.ts, which pages without forms ship.

/** Specification 4.1.7. */
export const readTimeMinutes = { min: 1, max: 60, default: 5 } as const

/** Words that are read in a minute. */
export const wordsAMinute = 200

/** The size of a submitted story (specification 12.1). */
export const storyBodyBytes = 256 * 1024

/** Bytes of a draft's save, and characters of each of its fields: a technical limit, not one of stories. */
export const draftBytes = 4 * 1024 * 1024
export const draftLength = 1_000_000

export const storyLengths = { title: 200, summary: 1000, content: 100_000, name: 100 } as const

/** Characters that a story must have (specification 4.3). */
export const storyMinimums = { title: 10, summary: 50, content: 100, name: 2 } as const

export const imageAltLength = 500
export const imageCreditLength = 200

export const issueLengths = { subject: 200, content: 50_000 } as const

/** The size of a whole mail (specification 6.2): two pages of a phone, and far below where mail programs cut. */
export const issueBytes = 25 * 1024

export const requestLengths = { title: 200, name: 100, text: 5000, phone: 30 } as const

/** RFC 5321. */
export const emailLength = 254

/** Specification 3.1.2; the upper end bounds the work of hashing. */
export const passwordLength = { min: 10, max: 200 } as const

/** A logo, which the owner uploads. */
export const logoUpload = { svgBytes: 64 * 1024, pngBytes: 2 * 1024 * 1024 } as const

/** A file that is larger is sent in parts of so many bytes: a phone's connection may break off. */
export const filePart = { bytes: 1024 * 1024 } as const

/** Bytes of a file (specification 4.14), widths in pixels, and pictures a reader may store in a day. */
export const upload = { bytes: 10 * 1024 * 1024, widths: [480, 960, 1600], aDay: 40 } as const

/**
 * Calls of a public form by network (specification 11.8), of one reader, of counters by network, behind which a
 * mobile carrier has thousands of readers, and of signed-out views or shares of one story by network (decision 120).
 */
export const callLimits = {
  form: { points: 60, minutes: 60 },
  reader: { points: 300, minutes: 10 },
  crowd: { points: 6000, minutes: 60 },
  story: { points: 1000, minutes: 60 },
} as const

/** The length of what a buyer writes who wants the money back. */
export const refundReasonLength = 1000

/** They are counted by network, so that nobody can have mails sent to many strangers. */
export const freeOrdersAnHour = 300

/**
 * Orders with a price that are not paid, an hour: by network, and of all signed-out buyers together, which a provider
 * still takes beside real ones (about 300 writes a minute). Past those, a network may still place a few: a flood from
 * everywhere must not keep a real buyer out.
 */
export const unpaidOrders = {
  network: 60,
  everybody: 3000,
  networkInAFlood: 6,
  minutes: 60,
} as const

/** Requests to the payment provider caused by people; it allows about 6,000 in ten minutes. */
export const paymentChecks = { order: 30, network: 300, everybody: 2000, minutes: 10 } as const

/**
 * Wrong passwords in 15 minutes (specification 11.8.3): how many close an account, from which one on a network is told
 * nothing more, and from which one on its unknown browsers are refused.
 */
export const wrongSignIns = {
  account: 10,
  network: { wrongRefusedFrom: 51, refusedFrom: 301 },
  minutes: 15,
} as const

/**
 * Passwords hashed at once, which leaves half of the four threads to files and names; places of those who wait, and for
 * how long (specification 11.8.4). A class that signs in together is one network.
 */
export const hashing = { atOnce: 2, places: 64, ofOneNetwork: 32, seconds: 5 } as const

/** Pages of one library for reading apps, by its address. */
export const libraryReads = { points: 60, minutes: 10 } as const

/** Codes mailed out of one order: a class and more. */
export const codeMails = { points: 60, minutes: 60 } as const

/** Ratings by one order. */
export const bookRatings = { points: 5, minutes: 60 } as const

/**
 * Pages rendered at once for one person or for addresses that anybody can make up (searches, filters), places of those who
 * wait, and for how long. A carrier is one network.
 */
export const pageRendering = { atOnce: 1, places: 128, ofOneNetwork: 64, seconds: 10 } as const

/** Likewise sheets drawn as PDF: a receipt takes a tenth of a second. Drawn sheets are kept up to so many bytes. */
export const sheetDrawing = {
  atOnce: 1,
  places: 64,
  ofOneNetwork: 16,
  seconds: 10,
  keptBytes: 4 * 1024 * 1024,
} as const

/** Stories that a reader may send in, before and after the link of the welcome was opened. */
export const submissionsADay = { unproven: 3, proven: 20 } as const

/** Changes of submissions by a reader: each is stored as a revision, and the publisher is notified. */
export const submissionChanges = { points: 60, minutes: 60 } as const

/** How long mailed links open: a new password (specification 3.1.6), the newsletter (6.1). */
export const linkMinutes = { reset: 30, emailChange: 24 * 60, newsletter: 7 * 24 * 60 } as const

export const importLimits = { bytes: 5 * 1024 * 1024, rows: 20_000, columns: 100 } as const

/** New addresses that a reader may ask for, for the same reason. */
export const emailChangesADay = 5

/** Guardians that a reader may name, so that nobody can have mails sent to many strangers. */
export const guardiansADay = 5

/** Business days of the promised answer (specification 5.11). */
export const answerDays = { soonest: 3, latest: 5 } as const
export const reviewDays = `${answerDays.soonest}-${answerDays.latest}`

/** What the database holds (numeric(10,2); specification 5.1.3). */
export const highestPrice = 99_999_999.99

export const bookLengths = { title: 200, name: 100, text: 5000, content: 20_000 } as const

/** Parts of a bundle: a receipt names them all. */
export const bundleParts = { min: 2, max: 20 } as const

/** Three hundred pages with pictures. */
export const pdf = { bytes: 50 * 1024 * 1024 } as const

export const noteLength = 2000

/** The lengths of an author's page: a few sentences. */
export const authorLengths = { name: 100, about: 600 } as const

/** Stories that a story leads on to. */
export const readNextLength = 3

export const seriesLimits = { titleLength: 200, parts: 99 } as const

/** Specification 7.1.4. */
export const adminSessionHours = 12

/** The configured password has as many where the site is public (api/config.ts). */
export const staffPasswordMin = 12

/** How long mailed links to the staff open. */
export const staffLinkMinutes = {
  join: 7 * 24 * 60,
  password: 30,
  'second-step': 30,
  reader: 7 * 24 * 60,
  begin: 30,
} as const

/** The time between a password and its second step, or in which one is set up. */
export const secondStepMinutes = 5

/** A password or passkey that was right counts so long, where a change asks for one. */
export const confirmedMinutes = 5

/** They are made at once; each works once. */
export const recoveryCodes = 10

/** Characters of a name of one of the staff, and of a passkey. */
export const staffNameLength = { max: 60 } as const

/** The copies of one order (specification 5.5). */
export const quantity = { min: 1, max: 500, maxFree: 50 } as const

/** Messages that the purchase box shows without loading the rules. */
export const formMessages = {
  email: 'Please enter a valid email address',
  ageBand: 'Please choose your age',
  ownGuardianEmail: 'This is the address of your parent or guardian. Please enter your own.',
  guardianEmail: 'This is your own address. Please enter the one of your parent or guardian.',
  informationRequired: 'Please provide your name and email to continue with purchase.',
  ownPicture:
    'This address is on our own site. Please upload the picture, or use one from another site.',
  pictureGone:
    'This picture is not kept any more. Please add it again, or send your story without it.',
  textPictureGone:
    'A picture in the text is not kept any more. Please add it again, or take it out.',
  quantity: `Quantity must be a whole number from ${quantity.min} to ${quantity.max}`,
  freePresent: 'This costs nothing, so it needs no present: send them the address of the book.',
  freeQuantity: `Quantity must be a whole number from ${quantity.min} to ${quantity.maxFree}`,
} as const

/** Specification 5.8; a download that broke off goes on for so long after the last one began. */
export const downloadLink = { days: 30, downloads: 10, continueHours: 24 } as const

/** Pixels of a decoded picture: photos of 50 megapixels pass. */
export const mostPixels = 52_000_000

const [, , widest] = upload.widths
/** The size of what is stored of it, in pixels; WebP ends at 16,383 of height. */
export const largestStored = { width: widest, height: widest * 3 }
