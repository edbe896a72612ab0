import { paths } from '#contract/paths.ts'

/** One toast: its subject, its text, and whether it reports an error. */
export interface Message {
  title: string
  text?: string
  /** It stands below the text, such as a reference. */
  note?: string
  isDestructive?: boolean
  /** What the reader can do about it: a link, or a button. */
  action?: { label: string } & ({ href: string } | { press(): void })
  /** 5,000 by default (specification 11.3). */
  durationMs?: number
}

/** Toasts of pages that are read (specification 4.11 and 4.12); those of forms are in form-messages.ts. */
export const messages = {
  storyLinkCopied: { title: 'Link Copied!', text: 'Story link copied to clipboard.' },
  linkCopied: { title: 'Link Copied', text: 'The link is on your clipboard.' },
  storyLiked: { title: 'Story Liked!', text: 'Thank you for showing your support.' },
  ratingThanks: { title: 'Thank You', text: 'Your rating has been counted.' },
  bookSaved: {
    title: 'Book Saved',
    text: 'You find it again on your account page.',
    action: { label: 'My account', href: paths.account },
  },
  bookUnsaved: { title: 'Book Removed', text: 'It is no longer on your saved list.' },
  copyFailed: {
    title: 'Copy Failed',
    text: 'Unable to copy link to clipboard.',
    isDestructive: true,
  },
  contentCopied: {
    title: 'Content Copied!',
    text: 'Content copied to clipboard. You can now paste it in your Instagram story or post.',
  },
  loadFailed: {
    title: 'Could Not Load',
    text: 'Please check your connection and try again.',
    isDestructive: true,
  },
} satisfies Record<string, Message>
