import { errors } from '#contract/errors.ts'
import { pdf, upload } from '#contract/form-limits.ts'
import type { AdminBook } from '#site/admin/lib/upload-to-book.ts'

export const bookLabels = {
  title: 'Title',
  authorName: 'Author Name',
  category: 'Category',
  price: 'Price',
  coverImageUrl: 'Cover Image URL',
  description: 'Description',
  content: 'Content Preview',
}

/** What stands in the fields; a price as it is written. */
export function valuesOf(
  book: AdminBook | undefined,
  publisherName: string,
): Record<string, string> {
  if (!book) return { authorName: publisherName }
  const { title, authorName, category, price, coverImageUrl, description, content } = book
  return {
    title,
    authorName,
    category,
    price: price.toFixed(2),
    coverImageUrl: coverImageUrl ?? '',
    description,
    // As a text field writes the ends of its lines.
    content: (content ?? '').replace(/\r\n?/g, '\n'),
  }
}

/** What is wrong with a file at a glance; the server looks closer. */
export function faultOfPdf({ type, name, size }: File): string | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return errors.notAPdf[1]
  return size > pdf.bytes ? errors.pdfTooLarge[1] : undefined
}

/** As `faultOfPdf`. */
export function faultOfCover({ type, size }: File): string | undefined {
  if (type !== '' && type !== 'image/jpeg' && type !== 'image/png') return errors.notAPicture[1]
  return size > upload.bytes ? errors.fileTooLarge[1] : undefined
}
