import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const book = {
  one: 'book',
  many: 'Books',
  roles: shop,
  path: staffPaths.book,
  tabs: [{ name: 'books', place: 'shop', label: 'Books', path: staffPaths.books }],
  tasks: {
    booksNotStamped: {
      thing: ['PDF without buyers’ names', 'PDFs without buyers’ names'],
      action: 'Open',
      why: ['{name}: its file cannot carry them'],
      path: staffPaths.book,
    },
  },
  create: {
    label: 'Add New Book',
    path: staffPaths.newBook,
    text: 'For the shop',
    tile: { text: 'A PDF, a price, a cover', icon: 'bookUp', colour: 'green' },
  },
  guide: {
    text: 'Start by adding your first publication',
    steps: [
      'Give it a title, a price and its file.',
      'See it as buyers will.',
      'Publish it: it stands on the shelf at once.',
    ],
  },
  look: { picture: 'cover' },
  states: { published: 'Published', draft: 'Draft' },
  open: { title: 'Edit', icon: 'pencil', text: 'Text, price, cover and file' },
  undo: 'book',
  activity: {
    labels: {
      bookCreated: 'Added the book',
      bookUpdated: 'Changed the book',
      bookPublished: 'Published the book',
      bookUnpublished: 'Unpublished the book',
      bookDeleted: 'Deleted the book',
      bookFileReplaced: 'Uploaded a PDF for the book',
      bookEpubReplaced: 'Uploaded an EPUB for the book',
      bookEpubRemoved: 'Removed the EPUB of the book',
      bookTextCorrected: 'Corrected the text of the book',
      bookTextApproved: 'Approved the text of the book',
      bookReadable: 'Turned on reading here of the book',
      bookNotReadable: 'Turned off reading here of the book',
      bookStamped: 'Turned on buyers’ names in the PDF of the book',
      bookUnstamped: 'Turned off buyers’ names in the PDF of the book',
      bookCoverReplaced: 'Uploaded a cover for the book',
    },
    path: ({ id }) => staffPaths.book(id),
  },
} as const satisfies Kind
