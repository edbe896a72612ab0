/** The lines of the activity log that are of no kind of thing; those that are stand with their kind. */
export const accountActivity = {
  signedIn: 'Signed in',
  signInFailed: 'A sign-in failed',
  signedOut: 'Signed out',
  passwordChanged: 'Changed a password; other sessions ended',
  secondStepAdded: 'Set up two-step sign-in',
  secondStepRemoved: 'Removed a way to confirm sign-ins',
  secondStepReset: 'Removed, on the command line, the two-step sign-in of',
  recoveryCodesMade: 'Made new recovery codes',
  sessionEnded: 'Ended a session of their own',
  businessSet: 'Set, for the business,',
  businessTaken: 'Took away, of the business,',
  businessTakenBack: 'Took back, by the link of a mail, a change of the business:',
  recoverySheetMade: 'Made a recovery sheet, with the secret of the server',
  undone: 'Undid',
  deletedRestored: 'Brought back',
  deletedErased: 'Deleted for ever',
} as const
