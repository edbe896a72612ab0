import { expect, test } from 'vitest'
import { isLink } from '#markdown/links.ts'
import { returnTo, webAddress } from '../endpoints/fields.ts'
import { parseUrl } from './parse-url.ts'

/** V8 optimises a function after some thousand calls. */
const manyTimes = 30_000

const answersOf = <T>(read: (address: string) => T) => {
  const answers = new Set<T>()
  for (let nth = 0; nth < manyTimes; nth++) answers.add(read('https://exämple.com/ü.png'))
  return [...answers]
}

test.each<[string, unknown, (address: string) => unknown]>([
  [
    'a picture of a story',
    'https://xn--exmple-cua.com/%C3%BC.png',
    (address) => webAddress.safeParse(address).data,
  ],
  ['a link of a story', true, isLink],
  ['an address alone', 'xn--exmple-cua.com', (address) => parseUrl(address)?.hostname],
])('%s may have a host in Latin-1 letters, however many were read before it', (_, good, read) => {
  expect(answersOf(read)).toEqual([good])
})

test('what is no address is none', () => {
  expect(parseUrl('exämple')).toBeUndefined()
  expect(parseUrl('https://')).toBeUndefined()
  expect(parseUrl('/story/ü', 'https://this.site')?.pathname).toBe('/story/%C3%BC')
  expect(returnTo.parse('//evil.example')).toBe('/')
})
