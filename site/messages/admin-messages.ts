import type { Role } from '#contract/roles.ts'
import type { Message } from './messages.ts'

/** `mail`: what it says of a mail that the action sends, which reaches nobody while mail is off. */
export type AdminMessage = Message & { mail?: string }

export const keptNotSent = 'Mail is off: it is kept here, not sent.'

const again = 'Something went wrong. Please try again.'

const failure = (title: string, text: string) => ({ title, text, isDestructive: true })

/** Toasts of the admin pages (specification 5.12 and 7.1), in a module of their own: no public page ships them. */
export const adminMessages = {
  loginSuccessful: { title: 'Login Successful' },
  loginFailed: failure('Login Failed', 'Invalid username or password'),
  loginError: failure('Login Error', again),
  loggedOut: { title: 'Logged Out' },
  bookCreated: { title: 'Book Created' },
  bookUpdated: { title: 'Book Updated' },
  fileNotDownloaded: failure('Download Failed', 'The file could not be loaded. Please try again.'),
  pdfChapterSaved: { title: 'Chapter Saved', text: 'Readers get it once the text is approved.' },
  epubRemoved: { title: 'EPUB Removed', text: 'Buyers can download the PDF.' },
  epubNotRemoved: failure('Update Failed', 'The EPUB could not be removed. Please try again.'),
  bookSwitchNotChanged: failure(
    'Update Failed',
    'The setting could not be changed. Please try again.',
  ),
  bookDeleted: { title: 'Book Deleted' },
  bookDeletedBefore: {
    title: 'Book Deleted',
    text: 'It was already deleted, maybe in another tab.',
  },
  statusUpdated: { title: 'Status Updated' },
  deleteFailed: failure('Delete Failed', 'Failed to delete the book. Please try again.'),
  updateFailed: failure('Update Failed', 'Failed to update publication status.'),
  checkFailed: failure('Check Failed', again),
  bookGone: failure(
    'Update Failed',
    'This book was deleted meanwhile, maybe in another tab. It has left the list.',
  ),
  storyDeleted: { title: 'Story Deleted' },
  storyDeletedBefore: {
    title: 'Story Deleted',
    text: 'It was already gone: deleted in another tab, or withdrawn by its contributor.',
  },
  storyDeleteFailed: failure('Delete Failed', 'Failed to delete the story. Please try again.'),
  buildStarted: { title: 'Build Started', text: 'Readers see the new pages in a minute or so.' },
  searchNotLoaded: failure('Search Not Loaded', 'Please check your connection and try again.'),
  partNotLoaded: failure('Not Loaded', 'Please check your connection and try again.'),
  buildNotStarted: failure('Build Not Started', again),
  authorSaved: { title: 'Author Page Saved' },
  requestTakenUp: { title: 'Request Taken Up' },
  requestAsked: { title: 'Question Sent', mail: 'The author gets it by e-mail.' },
  requestAccepted: {
    title: 'Request Accepted',
    text: 'A draft was made of it.',
    mail: 'The author gets an e-mail.',
  },
  requestDeclined: { title: 'Request Declined', mail: 'The author gets an e-mail.' },
  requestReopened: { title: 'Request Reopened' },
  reviewApproved: { title: 'Review Approved', text: 'Readers see it on the page of the book.' },
  reviewDeclined: { title: 'Review Declined' },
  reviewTakenDown: { title: 'Review Taken Down', text: 'Readers do not see it any more.' },
  reportKept: { title: 'Kept', mail: 'Whoever wants an answer gets it by e-mail.' },
  reportCorrected: {
    title: 'Noted as Corrected',
    mail: 'Whoever wants an answer gets it by e-mail.',
  },
  reportRemoved: { title: 'Taken Down', text: 'Readers do not see it any more.' },
  dataExported: {
    title: 'Data Exported',
    text: 'Keep the file safe, and delete it once it is sent.',
  },
  dataRequestAnswered: { title: 'Answered', mail: 'Whoever asked gets it by e-mail.' },
  noteSaved: { title: 'Note Saved' },
  orderRefunded: { title: 'Order Refunded', mail: 'The buyer gets an e-mail.' },
  refundRequested: {
    title: 'Refund Requested',
    text: 'The money is on its way back. The order changes by itself when it has gone through.',
  },
  refundDeclined: { title: 'Refund Declined', mail: 'In ten seconds the buyer gets an e-mail.' },
  invoiceMade: { title: 'Invoice Made', mail: 'The school gets it by e-mail.' },
  transferRecorded: {
    title: 'Transfer Recorded',
    text: 'Somebody else confirms it; then the codes are delivered.',
  },
  transferConfirmed: {
    title: 'Invoice Paid',
    mail: 'The codes go to the school by e-mail in ten seconds.',
  },
  transferOfPart: {
    title: 'Paid In Part',
    mail: 'In ten seconds the school is told by e-mail what is missing.',
  },
  transferMismatch: failure(
    'Too Much',
    'Nothing is delivered. Reject the transfer if it is mistyped, else send the money back.',
  ),
  transferRejected: {
    title: 'Transfer Rejected',
    text: 'The invoice waits for its money again. You can record the transfer anew.',
  },
  dueDayMoved: { title: 'Due Day Moved', mail: 'The school gets an e-mail.' },
  invoiceWithdrawn: { title: 'Invoice Withdrawn', mail: 'The school gets an e-mail.' },
  moneyReturned: {
    title: 'Money Sent Back',
    text: 'The order has ended.',
    mail: 'The school gets an e-mail.',
  },
  editionMade: { title: 'Edition Made', text: 'Look at both files, then let it go out.' },
  editionOut: { title: 'The Edition Is Out', text: 'All pages show it within ten seconds.' },
  editionWithdrawn: { title: 'Edition Withdrawn' },
  publicationAdded: { title: 'Publication Added', text: 'Upload its PDF, then publish it.' },
  publicationSaved: { title: 'Publication Saved' },
  publicationFileRead: { title: 'PDF Checked', text: 'Look at its text before you publish it.' },
  publicationTextRead: { title: 'Text of the PDF', text: 'What was corrected is gone.' },
  publicationCover: { title: 'Cover Changed' },
  publicationMoved: { title: 'Publication Moved' },
  publicationPublished: { title: 'On the Site', text: 'All pages show it within ten seconds.' },
  publicationRetired: {
    title: 'Retired',
    text: 'It is in no list. Its PDF still opens by its address.',
  },
  publicationDeleted: {
    title: 'Publication Removed',
    text: 'Its file goes with it. It stays under Deleted for 30 days.',
  },
  discountMade: { title: 'Discount Code Made' },
  settingPublished: { title: 'Published', text: 'All pages show it within ten seconds.' },
  settingSaved: { title: 'Saved' },
  settingFileRead: { title: 'File Read' },
  settingFileUnknown: failure(
    'Nothing to Read',
    'This file holds nothing that is set here. Choose one that “Save as a file” wrote.',
  ),
  settingFileFailed: { title: 'Not Done', isDestructive: true },
  mailTested: { title: 'Mail Sent' },
  settingDiscarded: { title: 'Draft Discarded' },
  discountChanged: { title: 'Discount Code Changed' },
  discountEnded: {
    title: 'Discount Code Ended',
    text: 'Orders that wait for their payment keep it.',
  },
  accountOpened: { title: 'Author Account Opened' },
  accountChanged: { title: 'Author Account Changed' },
  shareChanged: { title: 'Share Changed', text: 'It holds from the next sale on.' },
  payoutRecorded: { title: 'Payout Recorded' },
  payoutTakenBack: { title: 'Payout Taken Back' },
  statementDownloaded: { title: 'Statement Downloaded' },
  statementLinkSent: {
    title: 'Link Sent',
    text: 'The link before does not work any more.',
    mail: 'The author gets an e-mail with the new one.',
  },
  codeMailed: { title: 'Code Sent', mail: 'The buyer gets it by e-mail.' },
  codeReplaced: {
    title: 'Code Replaced',
    text: 'The old one has ended.',
    mail: 'The buyer gets the new one by e-mail.',
  },
  linksSent: { title: 'Links Sent', mail: 'The buyer gets an e-mail with all links.' },
  sessionEnded: { title: 'Signed Out', text: 'That session has ended.' },
  passwordChanged: {
    title: 'Password Changed',
    text: 'You are signed out everywhere else.',
    mail: '',
  },
  recordCopied: { title: 'Copied', text: 'Paste it at the company that keeps your domain.' },
  secretCopied: { title: 'Copied', text: 'Paste it at Flutterwave as its secret hash.' },
  magazineOpen: { title: 'Open', text: 'Now tell your readers.' },
  businessSaved: { title: 'Saved', text: 'It holds from now on.' },
  secondStepAdded: { title: 'Two-Step Sign-In Set Up' },
  secondStepRemoved: { title: 'Two-Step Sign-In Changed' },
  personInvited: { title: 'Invitation Sent', mail: 'They get a link by e-mail.' },
  roleChanged: { title: 'Role Changed', text: 'They are signed out and sign in again.' },
  accessEnded: { title: 'Access Removed' },
  personSignedOut: { title: 'Signed Out', text: 'They are signed out.' },
  readerAsked: {
    title: 'Account Linked or Asked',
    mail: 'Where the address is another one, its reader is asked by e-mail.',
  },
  readerUnlinked: { title: 'Account Unlinked' },
  notDone: failure('Something Went Wrong', 'Please try again.'),
  issueStarted: { title: 'Sending in a Minute', text: 'Until then you can undo it.', mail: '' },
  issueRecalled: { title: 'Not Sent', text: 'It is a draft again. Nobody got it.' },
  issueScheduled: { title: 'Newsletter Scheduled' },
  issueUnscheduled: { title: 'Unscheduled' },
  issuePaused: { title: 'Newsletter Paused', text: 'Mails under way still arrive.' },
  issueResumed: { title: 'Newsletter Resumed', mail: '' },
  issueStopped: { title: 'Newsletter Stopped' },
  uncertainSentAgain: { title: 'Resent', mail: '' },
  uncertainLeft: { title: 'Skipped' },
  suppressionLifted: { title: 'Address Restored', text: 'It gets newsletters again.' },
  listDownloaded: { title: 'List Downloaded' },
  pdfDownloaded: { title: 'PDF Downloaded' },
  undone: { title: 'Undone' },
  broughtBack: { title: 'Brought Back' },
  deletedForEver: { title: 'Deleted For Ever' },
  deletedGone: failure(
    'Not There',
    'It was erased or brought back meanwhile. It has left the list.',
  ),
  draftDiscarded: { title: 'Draft Discarded' },
  changesDiscarded: { title: 'Changes Discarded' },
  issueDiscarded: { title: 'Newsletter Discarded' },
} satisfies Record<string, AdminMessage>

/** The book was created, and one of its files was not. */
export const bookWithout = (what: string): Message =>
  failure(
    'Book Created',
    `The book is saved as a draft, but ${what} did not arrive. Please try again here.`,
  )

/** The server's sentence says what to do instead. */
const inWords: Record<Role, string> = {
  owner: 'the owner',
  editor: 'editors',
  author: 'authors',
  shopkeeper: 'shop keepers',
}

/** It stands on the dashboard, for whoever opened a page that their role may not use. */
export const pageOfOthers = (page: string, roles: readonly Role[]): Message => ({
  title: 'Not Open to You',
  text: `“${page}” is for ${new Intl.ListFormat('en-GB').format(roles.map((role) => inWords[role]))}.`,
})

export const notUndone = (sentence?: string): Message => failure('Not Undone', sentence ?? again)

/** The two of the book form: the server's sentence, else the specification's. */
export const bookNotSaved = (isNew: boolean, sentence?: string): Message =>
  failure(isNew ? 'Creation Failed' : 'Update Failed', sentence ?? again)
