/** What the editor of letters says. */
export const issueLabels = {
  notSaved:
    'Your words are on this device, but the server does not have them yet. Please try again once they are saved.',
  signedOut: 'You are signed out. Sign in again below, then try this again.',
  failed: 'That did not work. Nothing is lost; please try again.',
  isNoDraft:
    'This letter is scheduled, or was sent: it cannot be changed here. Take it off the schedule first, or write a new one.',
  missing:
    'Readers cannot open these any more, so they are left out. Publish them, or take them out of the text:',
  tested: (to: string) => `A test is on its way to ${to}. Look at it on your phone, too.`,
}
