import { describe, expect, test } from 'vitest'
import { thePublisher } from '#tests/people.ts'
import { recordActivity } from './activity.queries.ts'

describe('the activity log', () => {
  test('shows who did what, newest first, in pages', async () => {
    const { callPage } = await thePublisher()
    await recordActivity('publisher', 'bookPublished', { id: 'one', title: 'A Ledger' })
    await recordActivity('publisher', 'storyReturned', {
      id: 'two',
      title: 'A Well',
      note: 'Shorter',
    })
    const { items, total } = await callPage('GET /admin/activity', { pageSize: 2 })
    expect(items).toMatchObject([
      {
        who: 'publisher',
        action: 'storyReturned',
        subjectId: 'two',
        subject: 'A Well',
        note: 'Shorter',
      },
      {
        who: 'publisher',
        action: 'bookPublished',
        subjectId: 'one',
        subject: 'A Ledger',
        note: null,
      },
    ])
    expect(total).toBeGreaterThanOrEqual(3)
    const next = await callPage('GET /admin/activity', { pageSize: 2, page: 2 })
    expect(next.items[0]?.action).toBe('signedIn')
  })
})
