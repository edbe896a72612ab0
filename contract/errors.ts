import { ApiError, type FieldErrors } from './api-error.ts'

/** Every error of the product with its HTTP status and message. */
export const errors = {
  invalid: [400, 'Please check what you sent and try again.'],
  notJson: [400, 'The request body must be JSON.'],
  codeNotKnown: [400, 'This code is not known. Please check its letters and digits.'],
  codeUsed: [
    409,
    'This code has been used, with another e-mail address. Ask whoever gave it to you.',
  ],
  resetExpired: [400, 'This link has been used or has expired. Please ask for a new one.'],
  signInNotFinished: [400, 'Signing in was not finished. Please try again.'],
  emailNotVerified: [
    403,
    'Your sign-in provider has not confirmed your e-mail address yet. Confirm it there, then try again.',
  ],
  unauthorized: [401, 'Unauthorized'],
  wrongSignIn: [401, 'That e-mail and password do not match. Check both, or reset your password.'],
  wrongStaffSignIn: [401, 'Invalid username or password'],
  secondStepNeeded: [401, 'Please confirm this sign-in in a second step.'],
  secondStepMissing: [
    401,
    'Your role needs two-step sign-in. We have mailed you a link to set it up.',
  ],
  wrongSecondStep: [401, 'That is not right. Please try again, or use another way.'],
  secondStepOver: [401, 'This took too long, or was used already. Please sign in again.'],
  forbiddenForRole: [403, 'Your role does not include this. Please ask the owner of the magazine.'],
  undoOfAnother: [403, 'Only the person who did this, or the owner, can undo it.'],
  notABuyer: [403, 'Only those who have bought this book can rate it.'],
  /** Anybody can order a free book in another's name, so only the mailed key is accepted. */
  ratedByMail: [403, 'To rate a free book, open the link in the mail that we sent with it.'],
  ratedWithAnother: [
    403,
    'You have rated this book with another of your orders. Sign in to change your rating.',
  ],
  ratedByRecipient: [403, 'This order is a present. Whoever it is for can rate the book.'],
  textNotReady: [409, 'The text of this book is not ready to be read here.'],
  bookClosed: [403, 'This book opens for its buyers. Find your order to read it.'],
  testOpensNothing: [
    403,
    'This order was paid in a test. No money moved, so it does not open the book.',
  ],
  crossSite: [403, 'This request came from another site and was not carried out.'],
  notFound: [404, 'There is nothing at this address.'],
  storyNotFound: [404, "The story you're looking for doesn't exist."],
  editNotFound: [404, 'There is no edit of this story any more that waits for your answer.'],
  revisionNotFound: [404, 'This state is not kept any more. Those that are stand in the list.'],
  bookNotFound: [404, "The book you're looking for doesn't exist."],
  bookFileNotFound: [404, 'This book has no file yet.'],
  epubNotFound: [404, 'This book has no EPUB. Its PDF can be downloaded.'],
  chapterNotFound: [404, 'This book has no such chapter.'],
  sampleNotFound: [404, 'This book has no sample to read.'],
  authorNotFound: [404, 'This author has no page here.'],
  discountNotFound: [404, 'There is no such discount code.'],
  authorAccountNotFound: [404, 'There is no such author account.'],
  payoutNotFound: [404, 'There is no such payout.'],
  statementNotFound: [
    404,
    'This link is not complete, or another one was mailed since. Ask the publisher for a new one.',
  ],
  invoiceNotFound: [404, 'There is no invoice of this order.'],
  orderNotFound: [404, 'There is no such order, or this link to it is not complete.'],
  libraryNotFound: [404, 'This address is not valid any more. Your account has the current one.'],
  receiptNotFound: [
    404,
    'This order has no receipt: nothing was paid for it, or its payment has not come in yet.',
  ],
  codeNotOfOrder: [
    404,
    'This code is not among those of the order, or was replaced. Choose one that is in the list now.',
  ],
  codesNotFound: [
    404,
    'This order has no codes: they come with each copy after the first, once it is paid.',
  ],
  downloadNotFound: [
    404,
    'This download link is used up or has expired. Ask for a new one under Find my order.',
  ],
  presentNotFound: [
    404,
    'This link is not complete, or the present was sent to another address since. Ask whoever gave it to you.',
  ],
  personNotFound: [404, 'This person is not among the staff any more.'],
  sessionNotFound: [404, 'This session has ended already.'],
  guardianNotFound: [
    404,
    'This link is not complete, or somebody else was named since. Nothing can be agreed to with it.',
  ],
  subscriberNotFound: [
    404,
    'This link is not complete, or this address has left the newsletter. No letters come to it.',
  ],
  issueNotFound: [404, 'This newsletter does not exist any more.'],
  suppressionNotFound: [404, 'This address gets letters already.'],
  settingNotFound: [404, 'There is no such setting.'],
  earlierTextNotFound: [404, 'There is no text of this day.'],
  previewEnded: [404, 'This preview has ended. Please ask the magazine for a new link.'],
  notPreviewed: [404, 'The preview does not show this page. Go back to the one before.'],
  deletedNotFound: [404, 'This was erased, or brought back, meanwhile.'],
  undoNotFound: [404, 'There is nothing to undo any more.'],
  requestNotFound: [404, "The publishing request you're looking for doesn't exist."],
  reviewNotFound: [404, 'This review was taken back by whoever wrote it.'],
  reportedReviewNotFound: [404, 'This review is not shown any more.'],
  noDifference: [
    406,
    'A page that is fetched ahead on a slow connection comes as a difference, or not at all.',
  ],
  reviewNotCorrected: [409, 'A review is somebody else’s words: keep it, or take it down.'],
  reportNotFound: [404, 'There is no such report.'],
  followedNotFound: [404, 'There is nothing of this name to follow.'],
  notesFull: [
    409,
    'Your account has 2,000 notes, which is as many as it takes. Please delete some first.',
  ],
  followsFull: [409, 'You follow as much as one can. Please stop following something first.'],
  dataRequestNotFound: [404, 'This link is not valid any more. Please send the request again.'],
  publicationNotFound: [404, "The publication you're looking for doesn't exist."],
  publicationIsFile: [
    409,
    'The PDF, text and cover of this publication are files on the server. Change them there, or hide it and add another one.',
  ],
  publicationWithoutPdf: [409, 'Upload its PDF first, then publish it.'],
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
  bundleIncomplete: [
    409,
    'A book of this bundle is not sold any more, so the bundle cannot be bought right now.',
  ],
  codeStaysUsed: [
    409,
    'This code has been used already, so it can neither be mailed nor replaced. Choose another one.',
  ],
  presentOpened: [409, 'The present was opened already, so it stays as it is.'],
  presentEnded: [409, 'This present has ended: the order that it came from was given back.'],
  presentCorrectedOften: [
    409,
    'The address of this present was changed too often. Write to us if it is still wrong.',
  ],
  totalNotShown: [
    409,
    'With the discount code the total is another one. Look at it, then press the button again.',
  ],
  priceChanged: [
    409,
    'The price of the book has changed since this order. Order it again on the page of the book.',
  ],
  shareOfAnother: [409, 'This book belongs to another author account. End its share there first.'],
  bundleHasNoShare: [
    409,
    'A bundle has no share of its own: its money is divided among its books, and each has its own.',
  ],
  payoutAboveBalance: [409, 'That is more than the account is owed. Look at its balance again.'],
  nothingToInvoice: [
    409,
    'This costs nothing, so it needs no invoice: get it on the page of the book.',
  ],
  invoiceCannotMove: [
    409,
    'The invoice is not in a state in which that can be done. Look at it again.',
  ],
  ownTransfer: [409, 'You wrote this transfer down, so somebody else has to confirm it.'],
  orderCannotMove: [
    409,
    'The order is not in a state in which that can be done. Look at it again.',
  ],
  storyIsPublished: [
    409,
    'This story is published. To change it or take it down, please write to us.',
  ],
  lastSecondStep: [409, 'You sign in with this. Set up another way before you remove it.'],
  ownerIsConfigured: [
    409,
    'The owner is named by the settings of the site and is not changed here.',
  ],
  passwordIsConfigured: [
    409,
    'This password is among the settings of the server, and is changed there.',
  ],
  changedMeanwhile: [
    409,
    'This was changed meanwhile, maybe in another tab. Look at the newest version, then decide again.',
  ],
  authorDecides: [
    409,
    'Only the contributor can decide to have a page. You can change one that is shown, or take it down.',
  ],
  seriesPartTaken: [
    409,
    'Another story is this part of the series. Choose another number, or change that story first.',
  ],
  savedMeanwhile: [
    409,
    'Somebody else has saved this story meanwhile. Your words are kept beside theirs: compare them, then go on with one.',
  ],
  issueSavedMeanwhile: [
    409,
    'Somebody else has saved this newsletter meanwhile. Your words are still on this page: keep them as another newsletter, or look at theirs.',
  ],
  settingSavedMeanwhile: [
    409,
    'Somebody else has changed this draft meanwhile. Your words are still on this page: look at theirs, then decide which to keep.',
  ],
  businessChangedMeanwhile: [
    409,
    'Somebody else has changed this meanwhile. Open the page again to see what holds now.',
  ],
  changeNotFound: [
    404,
    'This change was taken back already, or changed again since. Sign in and look at Business.',
  ],
  testMailNotFound: [
    404,
    'This test mail came through another mail server than the one that is set now. Send a new one.',
  ],
  providerLeftOut: [
    409,
    'The server says itself how is paid here, and leaves this out. Ask whoever runs it to change that.',
  ],
  businessIsOfServer: [
    409,
    'The server sets this itself, and what it sets comes first. Change it there.',
  ],
  backupIsRunning: [409, 'A backup is being made already. What comes of it will stand here.'],
  issueNotReady: [
    400,
    'This newsletter cannot be sent yet. Look at what is said about it, then try again.',
  ],
  mailIsOff: [
    409,
    'Mail is off, so nothing was sent. Set up a mail server first; the newsletter stays as it is.',
  ],
  issueIsNoDraft: [
    409,
    'This newsletter is scheduled, or is being sent. Unschedule it to change it, or write a new one.',
  ],
  consentAwaited: [
    409,
    'The contributor was asked to look at an edit and has not agreed to this one. Wait for the answer, ask again, or take the question back.',
  ],
  textNotApproved: [
    409,
    'Readers cannot see this text yet: it was changed after it was approved. Look at the newest version, then publish that.',
  ],
  onlyReads: [
    403,
    'Under 13, you can read everything here. To do more, name a parent or guardian on your account page: it works once they agree.',
  ],
  ageNotTold: [
    409,
    'This contributor has not told us their age yet, so nothing new of theirs can be published. Return the story to them with a note: the form asks for it.',
  ],
  guardianNotNamed: [
    409,
    'This contributor is under 18 and has not named a parent or guardian yet. Ask them in a note to name one on their account page.',
  ],
  guardianAwaited: [
    409,
    'This contributor is under 18, and their parent or guardian does not agree, or has not answered yet. It can be published once they agree.',
  ],
  guardianNotPhoned: [
    409,
    'This contributor is under 13. Ring up their parent or guardian, tick “Guardian confirmed by phone” where the story is reviewed, then publish it.',
  ],
  authorAgeNotTold: [
    409,
    'This page can be shown once its author has told us their age, which the account page asks.',
  ],
  authorGuardianAwaited: [
    409,
    'This author is under 18. The page can be shown once their parent or guardian agrees; the account page says how.',
  ],
  ageToldBefore: [
    409,
    'You have told us your age before. If it was wrong, or you are 18 by now, please write to us.',
  ],
  noGuardianNeeded: [
    409,
    'Only those under 18 name a parent or guardian. Please tell us your age first.',
  ],
  agreementTakenBack: [
    409,
    'The young person has withdrawn this themselves. Please ask them to name you again on their account page.',
  ],
  noContributor: [409, 'There is no account behind this story whose owner could be asked.'],
  invalidStoryTransition: [
    409,
    'The story is not in a state from which that can be done. Look at it again.',
  ],
  issueCannotMove: [
    409,
    'The newsletter is not in a state in which that can be done, or was changed meanwhile. Look at it again.',
  ],
  requestCannotMove: [
    409,
    'The request is not in a state from which that can be done. Look at it again.',
  ],
  undoChanged: [409, 'Somebody has changed this since, so it was not undone. Look at it again.'],
  codeEnded: [410, 'This code has ended: the money for it was given back.'],
  bookRefunded: [410, 'Your money was given back, so this book is closed.'],
  storyDeleted: [
    410,
    'This story was deleted meanwhile. Your words are on this device: bring the story back under Deleted, then they are saved.',
  ],
  undoOver: [
    410,
    'The time to undo this is over, and its mails are on their way. Change it back where it stands.',
  ],
  fileTooLarge: [413, 'The file is larger than 10 MB. Please choose a smaller one.'],
  pdfTooLarge: [413, 'The PDF is larger than 50 MB. Please make it smaller and try again.'],
  epubTooLarge: [413, 'The EPUB is larger than 50 MB. Please make it smaller and try again.'],
  tooLarge: [413, 'The request is too large.'],
  csvTooLarge: [413, 'The file is larger than 5 MB or 20,000 rows. Import it in several parts.'],
  csvUnreadable: [400, 'This is not a CSV that can be read. Save it as “CSV UTF-8” and try again.'],
  importNotFound: [404, 'This import was undone already, or is too long ago.'],
  csvWithoutAddresses: [400, 'No e-mail addresses were found in this column of the file.'],
  wrongMediaType: [415, 'The request body must be sent as application/json.'],
  notAPicture: [415, 'Only JPG and PNG pictures can be uploaded. Please choose another file.'],
  badLogo: [415, 'A logo must be an SVG or PNG that can be read.'],
  logoTooLarge: [413, 'A logo must be at most 64 KB as SVG and 2 MB as PNG.'],
  notAPdf: [415, 'This file is not a PDF that can be read. Please choose another one.'],
  badEpub: [415, 'This EPUB cannot be sold as it is.'],
  pdfWithScript: [
    415,
    'This PDF holds a script, which could run on readers’ phones. Print it to a new PDF and upload that one.',
  ],
  pdfWithFiles: [
    415,
    'Other files or media are inside this PDF. Print it to a new PDF without them and upload that one.',
  ],
  pdfWithAction: [
    415,
    'This PDF opens programs, files or forms by itself. Print it to a new PDF and upload that one.',
  ],
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
  discountTries: [429, 'Too many discount codes were tried. Wait an hour, or buy without a code.'],
  submissionsUnproven: [
    429,
    'You have sent in three stories today. Open the link in our welcome mail to send in more, or come back tomorrow.',
  ],
  emailChangesADay: [
    429,
    'You have asked for five new addresses today. Please try again tomorrow.',
  ],
  guardiansADay: [
    429,
    'We have written to a parent or guardian of yours five times today. Please try again tomorrow.',
  ],
  submissionsADay: [
    429,
    'You have sent in twenty stories today. Please send in the next one tomorrow.',
  ],
  chaptersTooMany: [
    429,
    'You have opened very many chapters in a short time. Please go on reading a little later.',
  ],
  keepsTooMany: [429, 'One order keeps books three times a day. Please try again tomorrow.'],
  pagesBusy: [429, 'Very many people are asking for this right now. Please try again in a moment.'],
  signInBusy: [
    429,
    'Very many people are signing in right now. Please try again in a few seconds.',
  ],
  paymentUnavailable: [
    503,
    'Payment is not available right now. Nothing was charged. Please try again.',
  ],
  providerSilent: [503, 'The provider did not answer. Nothing was changed. Please try again.'],
  invoicesNotOpen: [503, 'Invoices are not made here at present. Nothing was ordered.'],
  buyingNotOpen: [503, 'Buying opens soon. Nothing was charged.'],
  webhookNotChecked: [503, 'This cannot be checked right now. Please send it again.'],
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

/** The only way to reject a request. */
export function apiError(name: ErrorName, fields?: FieldErrors): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, fields)
}

/** The error has the reason in words after the sentence. */
export function apiErrorBecause(name: ErrorName, reason: string): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, `${sentence} ${reason}`)
}

/** The error has further fields in the response body. */
export function apiErrorWith(name: ErrorName, beside: Record<string, unknown>): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, undefined, sentence, undefined, beside)
}

/** Sends Retry-After, in seconds. */
export function apiErrorLater(name: ErrorName, seconds: number): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, undefined, sentence, seconds)
}

/** The error stands for a failure of an external service: the log gets the cause. */
export function apiErrorFrom(cause: unknown, name: ErrorName): ApiError {
  return Object.assign(apiError(name), { cause })
}
