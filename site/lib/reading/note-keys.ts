// Parsed by book-notes.ts alone. Apart from reader-keys.ts, which every page loads.

/** Of the notes in books that no account has. */
export const notesKey = 'ascend.notes'

/** Of those that the account has; deleted with the caches of a reader who has gone (register.ts). */
export const accountNotesKey = 'ascend.account-notes'
