import { describe, expect, test } from 'vitest'
import { escapeXml } from './xml.ts'

describe('text in a feed', () => {
  test.each([
    ['Rice & beans', 'Rice &amp; beans'],
    ['<script>alert("x")</script>', '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'],
    ["the girl's own", 'the girl&apos;s own'],
    ['&amp;', '&amp;amp;'],
    [']]>', ']]&gt;'],
    ['Ẹ kú iṣẹ́ ₦ 🌍', 'Ẹ kú iṣẹ́ ₦ 🌍'],
    ['line\nbreak\tand tab\r', 'line\nbreak\tand tab\r'],
    ['', ''],
  ])('%s is written %s', (text, written) => {
    expect(escapeXml(text)).toBe(written)
  })

  test('loses only characters that XML forbids', () => {
    expect(escapeXml('a\u0000b\u0008c\u000bd\u001fe\ufffef\uffffg')).toBe('abcdefg')
  })
})
