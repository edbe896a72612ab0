import { formMessages } from '#contract/form-limits.ts'
import type { Message } from './messages.ts'

/** Toasts of the purchase, in a module of their own: a page without a purchase does not ship them. */
export const orderMessages = {
  informationRequired: {
    title: 'Information Required',
    text: formMessages.informationRequired,
    isDestructive: true,
  },
  quantityRefused: { title: 'Quantity', text: formMessages.quantity, isDestructive: true },
  notAvailable: { title: 'Not Yet Available', isDestructive: true },
  purchaseFailed: { title: 'Purchase Not Started', isDestructive: true },
  priceChanged: { title: 'The Price Has Changed' },
  cheaper: (total: string): Message => ({
    title: 'It Costs Less',
    text: `The total is only ${total} now. We take you there.`,
  }),
} satisfies Record<string, Message | ((total: string) => Message)>
