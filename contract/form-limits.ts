// What people may type and send. Apart from limits.ts, so that a page that is only read does not ship it.

/** Minutes a story may claim to take, and the default (specification section 5). */
export const readTimeMinutes = { min: 1, max: 60, default: 5 } as const

/** Bytes of a submitted story (threats 23). */
export const storyBodyBytes = 256 * 1024

/** Characters a story's parts may have at most: far more than anybody writes, far less than does harm. */
export const storyLengths = { title: 200, summary: 1000, content: 100_000, name: 100 } as const

/** Characters the fields of a publishing request may have at most. */
export const requestLengths = { title: 200, name: 100, text: 5000, phone: 30 } as const

/** RFC 5321: the longest address that a mail server takes. */
export const emailLength = 254

/** Characters of a password (product section 4); the upper end only bounds the work of hashing it. */
export const passwordLength = { min: 10, max: 200 } as const

/**
 * Readers' pictures: bytes of a file (specification section 9), the widths made of it in pixels, and how many a
 * reader may keep in a day.
 */
export const upload = { bytes: 10 * 1024 * 1024, widths: [480, 960, 1600], aDay: 40 } as const

/**
 * How often something may be sent, in three sizes: each public form from one network address (product section 4);
 * everything that one reader changes; and what anybody may have counted (views, shares) from one network address, behind
 * which a mobile carrier keeps thousands of readers. Reading is not counted.
 */
export const callLimits = {
  form: { points: 60, minutes: 60 },
  reader: { points: 300, minutes: 10 },
  crowd: { points: 6000, minutes: 60 },
} as const

/**
 * Free books that one network address may order in an hour: more than the neighbours behind it ever do, and an end to
 * whoever has mails sent to strangers by it.
 */
export const freeOrdersAnHour = 300

/** Wrong sign-ins in 15 minutes (product section 4). */
export const wrongSignIns = { account: 10, address: 50, minutes: 15 } as const

/** Minutes that the link of a mail works: a new password (product section 4), the newsletter. */
export const linkMinutes = { reset: 30, newsletter: 7 * 24 * 60 } as const

/** Business days in which the publisher promises an answer (specification section 9). */
export const answerDays = { soonest: 3, latest: 5 } as const
export const reviewDays = `${answerDays.soonest}-${answerDays.latest}`

/** Characters the fields of the book form may have at most; the sample is a few pages. */
export const bookLengths = { title: 200, name: 100, text: 5000, content: 20_000 } as const

/** Bytes of the PDF that is sold: three hundred pages with pictures, and still somebody's data. */
export const pdf = { bytes: 50 * 1024 * 1024 } as const

/** Characters of the publisher's note to a contributor or an author. */
export const noteLength = 2000

/** Hours that the publisher's token works (product section 4). */
export const adminSessionHours = 12

/** Copies of one order (product section 6). */
export const quantity = { min: 1, max: 500 } as const

/** What the rules say that the purchase box also says by itself, without the rules. */
export const formMessages = {
  email: 'Please enter a valid email address',
  informationRequired: 'Please provide your name and email to continue with purchase.',
  quantity: `Quantity must be a whole number from ${quantity.min} to ${quantity.max}`,
} as const

/** A download link works for so many days and so many downloads (product section 6). */
export const downloadLink = { days: 30, downloads: 10 } as const
