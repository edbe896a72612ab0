import { ApiError, type FieldErrors } from './api-error.ts'

/** Every error of the product with its HTTP status and message. */
export const errors = {
  invalid: [400, 'Please check what you sent and try again.'],
  notJson: [400, 'The request body must be JSON.'],
  codeNotKnown: [400, 'This code is not known, or it has been redeemed. Please check it.'],
  resetExpired: [400, 'This link has been used or has expired. Please ask for a new one.'],
  signInNotFinished: [400, 'Signing in was not finished. Please try again.'],
  emailNotVerified: [
    403,
    'Your sign-in provider has not confirmed your e-mail address yet. Confirm it there, then try again.',
  ],
  unauthorized: [401, 'Unauthorized'],
  wrongSignIn: [401, 'That e-mail and password do not match. Check both, or reset your password.'],
  wrongPublisherSignIn: [401, 'Invalid username or password'],
  notABuyer: [403, 'Only those who have bought this book can rate it.'],
  /** Anybody can order a free book in anybody's name. */
  ratedByMail: [403, 'To rate a free book, open the link in the mail that we sent with it.'],
  testOpensNothing: [
    403,
    'This order was paid in a test. No money moved, so it does not open the book.',
  ],
  crossSite: [403, 'This request came from another site and was not carried out.'],
  notFound: [404, 'There is nothing at this address.'],
  storyNotFound: [404, "The story you're looking for doesn't exist."],
  bookNotFound: [404, "The book you're looking for doesn't exist."],
  bookFileNotFound: [404, 'This book has no file yet.'],
  orderNotFound: [404, 'There is no such order, or this link to it is not complete.'],
  downloadNotFound: [
    404,
    'This download link is used up, has expired or was never one. Ask for a new one under Find my order.',
  ],
  requestNotFound: [404, "The publishing request you're looking for doesn't exist."],
  publicationNotFound: [404, "The publication you're looking for doesn't exist."],
  pictureNotFound: [404, "The picture you're looking for doesn't exist."],
  methodNotAllowed: [405, 'This address does not take that method.'],
  tooSlow: [
    408,
    'What you sent did not arrive in time. Please try again where the connection is better.',
  ],
  accountNotCreated: [
    409,
    'We could not create this account. If you already have one, sign in or reset your password.',
  ],
  noPdfYet: [409, 'This book is not yet available. Please come back soon.'],
  orderCannotMove: [
    409,
    'The order is not in a state in which that can be done. Look at it again.',
  ],
  storyIsPublished: [
    409,
    'This story is published. To change it or take it down, please write to us.',
  ],
  changedMeanwhile: [
    409,
    'This was changed meanwhile, maybe in another tab. Look at the newest version, then decide again.',
  ],
  storyCannotMove: [
    409,
    'The story is not in a state from which that can be done. Look at it again.',
  ],
  requestCannotMove: [
    409,
    'The request is not in a state from which that can be done. Look at it again.',
  ],
  fileTooLarge: [413, 'The file is larger than 10 MB. Please choose a smaller one.'],
  pdfTooLarge: [413, 'The PDF is larger than 50 MB. Please make it smaller and try again.'],
  tooLarge: [413, 'The request is too large.'],
  wrongMediaType: [415, 'The request body must be sent as application/json.'],
  notAPicture: [415, 'Only JPG and PNG pictures can be uploaded. Please choose another file.'],
  notAPdf: [415, 'This file is not a PDF that can be read. Please choose another one.'],
  lockedPdf: [415, 'This PDF asks for a password. Please save it without one and try again.'],
  videoNotTaken: [
    415,
    'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
  ],
  badRange: [416, 'The requested part lies outside the file.'],
  keyReused: [
    422,
    'This was sent before with other contents. Please look it through, then send it as a new one.',
  ],
  tooMany: [429, 'That was tried too often. Please wait a while and try again.'],
  submissionsUnproven: [
    429,
    'You have sent in three stories today. Open the link in our welcome mail to send in more, or come back tomorrow.',
  ],
  submissionsADay: [
    429,
    'You have sent in twenty stories today. Please send in the next one tomorrow.',
  ],
  pagesBusy: [429, 'Very many people are searching right now. Please try again in a moment.'],
  signInBusy: [
    429,
    'Very many people are signing in right now. Please try again in a few seconds.',
  ],
  paymentUnavailable: [
    503,
    'Payment is not available right now. Nothing was charged. Please try again.',
  ],
  buyingNotOpen: [503, 'Buying opens soon. Nothing was charged.'],
  notReady: [503, 'The service is starting. Please try again in a moment.'],
  databaseUnavailable: [
    503,
    'This cannot be looked up or kept right now. Please try again in a moment.',
  ],
  storageUnavailable: [
    503,
    'Pictures and books cannot be reached right now. Please try again in a moment.',
  ],
  signInUnavailable: [503, 'Signing in is not possible right now. Please try again in a moment.'],
  diskFull: [
    507,
    'There is no room for this on our side right now, and nothing of it was kept. Please try again later.',
  ],
  serverDiskFull: [
    507,
    'The disk of the service is full, and nothing of this was kept. Free some room on it, then try again.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorName = keyof typeof errors

/** The one way for a route or a rule to reject a request. */
export function apiError(name: ErrorName, fields?: FieldErrors): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, fields)
}

/** With further fields in the response body. */
export function apiErrorWith(name: ErrorName, beside: Record<string, unknown>): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, undefined, sentence, undefined, beside)
}

/** Worth trying again after so many seconds. */
export function apiErrorLater(name: ErrorName, seconds: number): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, undefined, sentence, seconds)
}

/** For a failure of an external service: the log gets the cause. */
export function apiErrorFrom(cause: unknown, name: ErrorName): ApiError {
  return Object.assign(apiError(name), { cause })
}
