import {
  becauseForPublisher,
  greeting,
  listed,
  type MailTexts,
  signedOff,
} from '#api/mails/mail-texts.ts'
import { mailedOrderPage } from '#api/shop/orders/copies.queries.ts'
import { findOrder } from '#api/shop/orders/orders.queries.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { oneLine } from '#contract/text.ts'

export const reviewMails = {
  async reviewAge({ orderId }, { publicUrl, orderSecret, words }) {
    const order = await findOrder(orderId)
    if (!order) return
    return {
      subject: 'Your review: are you 18 or older?',
      paragraphs: [
        greeting(order.buyerName, { words }),
        `Everybody can read your review of “${oneLine(order.bookTitle)}” with your first name. If you are 18 or older, please say so on the page of your order and send it once more, within 30 days. After that it stays, and is by “A young reader”.`,
      ],
      link: { label: 'My review', url: `${publicUrl}${mailedOrderPage(order, orderSecret)}` },
      below: signedOff({ words }),
      because: 'you wrote about a book that you bought.',
    }
  },

  // The text is left out, which its writer may change or take back before the mail is read.
  reviewNotice: (review, { publicUrl }, others) => {
    const reviews = [review, ...others]
    const isOne = reviews.length === 1
    return {
      subject: isOne ? `A review of ${review.bookTitle} waits` : `${reviews.length} reviews wait`,
      paragraphs: [
        isOne
          ? 'A buyer has written a review. Readers see it once you approve it.'
          : 'Buyers have written reviews. Readers see them once you approve them.',
        listed(
          reviews.map(
            ({ bookTitle, name, rating }) => `${bookTitle}: ${rating} of 5 stars, by ${name}`,
          ),
        ),
      ],
      link: { label: 'Read the reviews', url: `${publicUrl}${staffPaths.reviews}` },
      because: becauseForPublisher,
    }
  },
} satisfies Partial<MailTexts>
