import type { Message } from './messages.ts'

/** Toasts of what waits until its reader has signed in. */
export const pendingMessages = {
  loginToLike: {
    title: 'Login Required',
    text: 'You need to log in to like stories. Redirecting...',
    isDestructive: true,
  },
  loginToRate: {
    title: 'Login Required',
    text: 'You need to log in to rate stories. Redirecting...',
    isDestructive: true,
  },
  loginToReview: {
    title: 'Login Required',
    text: 'You need to log in to rate books. Redirecting...',
    isDestructive: true,
  },
  /** What somebody was about to do before signing in was done. */
  done: (thanks: Message, undo?: () => void): Message => ({
    ...thanks,
    note: 'You were about to when we asked you to sign in.',
    ...(undo && { action: { label: 'Undo', press: undo } }),
    durationMs: 10_000,
  }),
}
