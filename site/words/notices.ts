/** One toast: what it is about, what it says, and whether something went wrong. */
export interface Notice {
  title: string
  text?: string
  isDestructive?: boolean
}

/** Every toast of the site (specification section 8). */
export const notices = {
  storyLinkCopied: { title: 'Link Copied!', text: 'Story link copied to clipboard.' },
  linkCopied: { title: 'Link Copied', text: 'The link is on your clipboard.' },
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
} satisfies Record<string, Notice>
