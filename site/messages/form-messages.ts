import { agreements } from '#contract/shop/agreements.ts'
import type { Message } from './messages.ts'

/** Toasts of forms (specification 4.3 and 5.11), in a module of their own: a page without a form does not ship them. */
export const formMessages = {
  authenticationRequired: {
    title: 'Authentication Required',
    text: 'You need to log in to submit your feature. Redirecting...',
    isDestructive: true,
  },
  loggedOut: {
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    isDestructive: true,
  },
  storyTerms: {
    title: 'Terms Required',
    text: agreements.story,
    isDestructive: true,
  },
  storySubmitted: {
    title: 'Feature Submitted!',
    text: "Your feature has been submitted for review. We'll notify you once it's published.",
  },
  storyFailed: {
    title: 'Error',
    text: 'Failed to submit feature. Please try again.',
    isDestructive: true,
  },
  draftSaved: { title: 'Draft Saved', text: 'Your story has been saved as a draft.' },
  draftNotSaved: {
    title: 'Draft Not Saved',
    text: 'This device does not let us keep a draft. Please copy your text to a safe place.',
    isDestructive: true,
  },
  requestTerms: {
    title: 'Terms Required',
    text: agreements.publishing,
    isDestructive: true,
  },
  requestReceived: {
    title: 'Submission Received!',
    text: 'Your book publishing request has been submitted. Our team will review it and contact you within 3-5 business days.',
  },
  requestFailed: {
    title: 'Error',
    text: 'Failed to submit publishing request. Please try again.',
    isDestructive: true,
  },
} satisfies Record<string, Message>
