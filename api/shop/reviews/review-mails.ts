import { becauseForPublisher, listed, type MailTexts } from '#api/mails/mail-texts.ts'
import { staffPaths } from '#contract/staff-paths.ts'

export const reviewMails = {
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
