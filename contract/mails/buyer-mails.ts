import { downloadLink } from '../form-limits.ts'
import type { MailText } from './placeholders.ts'

const becauseOrdered = 'a book was ordered at {magazine} with this e-mail address.'
const becauseInvoiced = 'an invoice of {magazine} was made out to this e-mail address.'

/** How long a download works. `find`: the address that brings a new one. */
export const downloadWords = (find: string) =>
  `The download works for ${downloadLink.days} days and ${downloadLink.downloads} times. When it is over, ask for a new one at ${find}.`

/** To buyers, and to whom they give books. */
export const buyerMails = {
  receipt: {
    label: 'Receipt',
    subject: 'Your receipt: {book}',
    text: `Thank you. This is your receipt; keep it, {wayBack}
{facts}
{delivery}
{codes}
{link}`,
    button: 'See your order',
    because: becauseOrdered,
  },
  freeReceipt: {
    label: 'Free book',
    subject: 'Your book: {book}',
    text: `Thank you. The book is yours. Keep this mail: {wayBack}
{facts}
{delivery}
{codes}
{link}`,
    button: 'See your order',
    because: becauseOrdered,
  },
  present: {
    label: 'Present',
    subject: 'A present for you: {book}',
    text: `{giver} has bought you a present at {magazine}: {book}, a book to read on your phone or computer. Open it whenever you like. It costs you nothing, and you need no account.
Keep this mail: its link is your way back to the book. If you do not know who it is from, or do not want it, do nothing, and you will hear no more of it.
{link}`,
    button: 'Open your present',
    because: 'somebody bought a present for this e-mail address at {magazine}.',
  },
  giftCode: {
    label: 'Gift code',
    subject: 'A code for a book: {book}',
    text: `{giver} has bought {book} at {magazine}, and this code is your copy of it, to read on your phone or computer. It works once, costs you nothing, and needs no account:
{code}
Whoever has the code can use it, so keep it as you keep money. If you do not want the book, do nothing.
{link}`,
    button: 'Redeem the code',
    because: 'somebody who bought a book at {magazine} had a code sent to this e-mail address.',
  },
  gift: {
    label: 'Code redeemed',
    subject: 'Your book: {book}',
    text: `Your code has been redeemed: {book} is yours. Download it from the page of your order, {number}.
The download works for {days} days and {times} times. Keep this mail: it is your way back to the book. When the download is over, ask for a new one at {find}.
{link}`,
    button: 'Download your book',
    needs: ['find'],
    because: 'a gift code was redeemed at {magazine} with this e-mail address.',
  },
  giftEnded: {
    label: 'Copy ended',
    subject: 'Your copy has ended: {book}',
    text: `Your copy of {book}, {number}, came from somebody else’s order. That order was given back, and your copy has ended with it: it cannot be downloaded any more.
You paid nothing and need to do nothing. If you have a question, write to us at {email} and name {number}.
{link}`,
    button: 'See your order',
    because: 'a copy of a book came to this e-mail address from {magazine}.',
  },
  orderLinks: {
    label: 'Find my order',
    subject: '{orders}',
    text: `Somebody, most likely you, looked for {sought} of this e-mail address at {magazine}. Each link below opens the page of an order, with its download once it is paid.
If it was not you, do nothing: only this mail holds the links.
{link}`,
    because: 'somebody looked for orders with this e-mail address.',
  },
  orderBegun: {
    label: 'Order not paid',
    subject: 'Do you still want {book}?',
    text: `You began to order {book} at {magazine}, and no payment has reached us. If you still want it, press the button: what you had typed is filled in, and you pay as before.
If you have just paid, please do not pay again: your book comes by mail as soon as your bank tells us. If you have changed your mind, or it was not you, do nothing. We do not write about it again.
{link}`,
    button: 'Go on with your order',
    because:
      'an order with this e-mail address was begun at {magazine} and not paid. No second mail follows.',
  },
  orderReview: {
    label: 'Payment looked at',
    subject: 'We are looking at your payment: {book}',
    text: `A payment came in for your order {number}, {book}, but it is not what was ordered, or it came too late for the discount code. So the book has not been delivered yet.
You need to do nothing, and please do not pay again. We are looking at it, will write to you, and give your money back the way it came; then you can order the book again. If you have a question, write to us at {email} and name {number}.
{link}`,
    button: 'See your order',
    needs: ['number'],
    because: becauseOrdered,
  },
  orderPaidTwice: {
    label: 'Paid twice',
    subject: 'You have paid twice: {book}',
    text: `A payment came in for your order {number}, {book}, after you had paid for the same book in another try. That one was delivered.
You need to do nothing: the second payment goes back the way it came, and we write to you when it does. If you have a question, write to us at {email} and name {number}.
{link}`,
    button: 'See your order',
    needs: ['number'],
    because: becauseOrdered,
  },
  refunded: {
    label: 'Refund',
    subject: 'Your money goes back: {book}',
    text: `We have given back what you paid for this order. You need to do nothing; until your bank shows it, a few days may pass.
{facts}
The download and the codes of the order, if it had any, have ended with it. If you have a question, write to us at {email} and name {number}.
{link}`,
    button: 'See your order',
    because: becauseOrdered,
  },
  refundDeclined: {
    label: 'Refund declined',
    subject: 'About your refund: {book}',
    text: `You asked for a refund of your order {number}, {book}. We have looked at it, and do not give the money back. {publisher} writes:
{reason}
The order stays as it is, with its download and codes. If you see it otherwise, write to us at {email} and name {number}.
{link}`,
    button: 'See your order',
    needs: ['number', 'email'],
    because: becauseOrdered,
  },
  invoiceProof: {
    label: 'Invoice to confirm',
    subject: 'Get your invoice: {book}',
    text: `Somebody, most likely you, asked for an invoice of {amount} for {copies} copies of {book}. Press the button within {hours} hours: then the invoice is made, and comes to this e-mail address as a PDF.
If it was not you, do nothing: then there is no invoice, and nothing to pay.
{link}`,
    button: 'Make the invoice',
    needs: ['amount'],
    because: 'an invoice of {magazine} was asked for with this e-mail address.',
  },
  invoice: {
    label: 'Invoice',
    subject: 'Invoice {number}: {book}',
    text: `Thank you for your order of {book}. Please pay it by bank transfer by {due}:
{toPay}
Give {number} as the narration of the transfer, and transfer exactly this amount. When we have seen it on our account, the codes for your class come to this e-mail address.
{link}`,
    button: 'See and print the invoice',
    needs: ['number'],
    because: becauseInvoiced,
  },
  invoiceChanged: {
    label: 'Invoice, new date',
    subject: 'Invoice {number} is now due on {due}',
    text: `Invoice {number} for {book} may now be paid by {due}.
{toPay}
Give {number} as the narration of the transfer, and transfer exactly this amount. When we have seen it on our account, the codes for your class come to this e-mail address.
{link}`,
    button: 'See and print the invoice',
    needs: ['number', 'due'],
    because: becauseInvoiced,
  },
  invoicePart: {
    label: 'Invoice, a part has come',
    subject: 'Invoice {number}: {missing} is missing',
    text: `Thank you: {paid} of the {amount} of invoice {number} for {book} has come. Please transfer what is missing:
{toPay}
When it is there, the codes for your class come to this e-mail address. If you have a question, or want your money back, write to us at {email} and name {number}.
{link}`,
    button: 'See the invoice',
    needs: ['number', 'paid'],
    because: becauseInvoiced,
  },
  invoiceReminder: {
    label: 'Invoice, reminder',
    subject: 'Invoice {number} is due on {due}',
    text: `Invoice {number} for {book} is due on {due}, and {waiting}.
{toPay}
If you have paid, you need to do nothing: a transfer may take a day until we see it. If you need more time, or do not want the books any more, write to us at {email}.
{link}`,
    button: 'See and print the invoice',
    needs: ['number', 'due'],
    because: becauseInvoiced,
  },
  invoiceWithdrawn: {
    label: 'Invoice withdrawn',
    subject: 'Invoice {number} was withdrawn',
    text: `We have withdrawn invoice {number} for {book}. Please do not pay it any more.
If you have paid it already, or have a question, write to us at {email} and name {number}.
{link}`,
    button: 'See the order',
    needs: ['number'],
    because: becauseInvoiced,
  },
} as const satisfies Record<string, MailText>
