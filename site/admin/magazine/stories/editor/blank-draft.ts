import type { OutputOf } from '#contract/endpoints/contract.ts'

export type Draft = OutputOf<'GET /admin/drafts/:id'>
export type DraftFields = Draft['fields']

export function blankDraft(id: string): Draft {
  return {
    id,
    head: 0,
    stored: null,
    savedAt: null,
    savedByName: null,
    fields: {
      title: '',
      summary: '',
      category: '',
      authorName: '',
      authorRole: '',
      content: '',
      imageUrl: '',
      imageAlt: '',
      imageFocus: 'center',
      videoUrl: '',
      seriesTitle: '',
      seriesPart: '',
      isFeatured: false,
    },
    pictures: [],
    story: null,
    sentAt: null,
    consent: null,
  }
}
