import { beforeEach, expect, test } from 'vitest'
import { $counters, applyCounters } from './engagement.store.ts'

beforeEach(() => $counters.set({}))

test('a share stays counted when an older answer arrives later', () => {
  applyCounters([{ id: 'loom', sharesCount: 1 }])
  applyCounters([
    { id: 'loom', sharesCount: 0, views: 7 },
    { id: 'ferry', sharesCount: 3, views: 9 },
  ])
  expect($counters.get()).toEqual({
    loom: { sharesCount: 1 },
    ferry: { sharesCount: 3, views: 9 },
  })
})

test('shares of other readers are shown, and a rating does not change them', () => {
  applyCounters([{ id: 'loom', sharesCount: 1 }])
  applyCounters([{ id: 'loom', sharesCount: 4 }])
  applyCounters([{ id: 'loom', rating: 4.5 }])
  expect($counters.get()).toEqual({ loom: { sharesCount: 4, rating: 4.5 } })
})
