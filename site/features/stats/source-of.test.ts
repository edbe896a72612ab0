import { expect, test } from 'vitest'
import { sourceOf } from './source-of.ts'

test.each([
  ['', 'direct'],
  ['https://www.google.com.ng/', 'search'],
  ['https://www.google.com/search?q=x', 'search'],
  ['android-app://com.google.android.googlequicksearchbox/', 'search'],
  ['https://duckduckgo.com/', 'search'],
  ['https://search.brave.com/', 'search'],
  ['https://l.facebook.com/', 'social'],
  ['https://lm.facebook.com/', 'social'],
  ['https://t.co/abc', 'social'],
  ['https://x.com/', 'social'],
  ['android-app://org.telegram.messenger/', 'social'],
  ['android-app://com.facebook.katana/', 'social'],
  ['https://www.nairaland.com/123', 'social'],
  ['https://web.whatsapp.com/', 'whatsapp'],
  ['https://netflix.com/', 'site'],
  ['https://blog.example/google', 'site'],
  ['not an address', 'site'],
])('somebody whom %s led here comes from %s', (referrer, source) => {
  expect(sourceOf(referrer, null)).toBe(source)
})

test('a visit by a newsletter or share link is counted by its tag, and no other tag is', () => {
  expect(sourceOf('https://mail.example/', 'letter')).toBe('letter')
  expect(sourceOf('', 'whatsapp')).toBe('whatsapp')
  expect(sourceOf('', 'somebody@example.com')).toBe('direct')
})
