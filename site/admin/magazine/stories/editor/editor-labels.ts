/** What the story editor says. */
export const editorLabels = {
  published: 'Published. Readers see it within seconds.',
  updated: 'Updated. Readers see it within seconds.',
  scheduled: 'Scheduled. It goes live by itself.',
  unscheduled: 'Taken off the schedule. It is not published.',
  unpublished: 'Unpublished. Readers do not see it any more.',
  sent: 'Sent. An editor reads it, and you see here what comes of it.',
  asked: 'The contributor has a mail, and is asked to agree.',
  takenBack: 'The question is taken back.',
  notSaved:
    'Your words are on this device, but the server does not have them yet. Please try again once they are saved.',
  signedOut: 'You are signed out. Sign in again below, then try this again.',
  failed: 'That did not work. Nothing is lost; please try again.',
  publishedAs: 'A change is seen by readers only when you press Update.',
}
