import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CachedPage,
  isAsset,
  isCacheable,
  needsOfPage,
  needsOfScript,
  pageKey,
  partOf,
  toDrop,
} from './rules.ts'

const at = (address: string) => new URL(address, 'https://ascend.example')

describe('the device cache', () => {
  test('has public pages, under their address without tracking parameters', () => {
    for (const path of [
      '/',
      '/about',
      '/books',
      '/resources',
      '/help',
      '/terms',
      '/privacy',
      '/search',
    ])
      expect(pageKey(at(path))).toBe(path)
    expect(pageKey(at('/story/7f1-a?utm_source=whatsapp#end'))).toBe('/story/7f1-a')
    expect(pageKey(at('/publications/growing-right'))).toBe('/publications/growing-right')
    expect(pageKey(at('/book/12'))).toBe('/book/12')
  })

  test('never has personal pages, orders, admin pages or pages with a query', () => {
    for (const path of [
      '/account',
      '/sign-in',
      '/order/AB12?key=secret',
      '/orders/find',
      '/redeem',
      '/submit',
      '/publish',
      '/admin/dashboard',
      '/test-checkout/1',
      '/api/account',
      '/api/logout',
      '/story/1/../../account',
      '/fragments/shelf',
      '/books?search=salary',
      '/search?q=my+name',
      '/?category=Technology',
    ])
      expect(pageKey(at(path)), path).toBeUndefined()
  })

  test('never has a personal answer, whatever its address', () => {
    const answer = (status: number, policy: string, redirected = false) => ({
      status,
      type: 'basic' as const,
      redirected,
      headers: new Headers({ 'Cache-Control': policy }),
    })
    expect(isCacheable(answer(200, 'no-cache'))).toBe(true)
    expect(isCacheable(answer(200, 'private, no-store'))).toBe(false)
    expect(isCacheable(answer(200, 'No-Store'))).toBe(false)
    expect(isCacheable(answer(404, 'no-cache'))).toBe(false)
    const ofReaders = answer(200, 'private, max-age=0')
    expect(isCacheable(ofReaders)).toBe(true)
    ofReaders.headers.set('Vary', 'Accept-Encoding, Cookie')
    expect(isCacheable(ofReaders)).toBe(false)
    expect(isCacheable(answer(206, 'no-cache'))).toBe(false)
    expect(isCacheable(answer(200, 'no-cache', true))).toBe(false)
  })

  test('serves only files with immutable addresses before the network', () => {
    expect(isAsset('/_astro/a.js') && isAsset('/api/art/story/x/1.svg')).toBe(true)
    expect(isAsset('/api/stories') || isAsset('/sw.js') || isAsset('/story/1')).toBe(false)
  })
})

const cached: fc.Arbitrary<CachedPage[]> = fc.array(
  fc.record({
    key: fc.uuid(),
    bytes: fc.nat(4_000_000),
    at: fc.nat(),
    isSaved: fc.boolean(),
  }),
  { maxLength: 40 },
)

describe('a full device cache', () => {
  test('deletes the oldest pages that are not saved, and no more than necessary', () => {
    fc.assert(
      fc.property(cached, fc.nat(20_000_000), fc.nat(40), (all, bytes, entries) => {
        const dropped = toDrop(all, { bytes, entries })
        const stays = all.filter((one) => !dropped.includes(one))
        expect(dropped.every(({ isSaved }) => !isSaved)).toBe(true)
        const read = stays.filter(({ isSaved }) => !isSaved)
        for (const one of dropped)
          for (const other of read) expect(one.at).toBeLessThanOrEqual(other.at)
        const fits = (some: CachedPage[]) =>
          some.length <= entries && some.reduce((sum, one) => sum + one.bytes, 0) <= bytes
        expect(fits(stays) || read.length === 0).toBe(true)
        const last = dropped.at(-1)
        if (last) expect(fits([...stays, last])).toBe(false)
      }),
    )
  })
})

describe('a PDF viewer with range requests', () => {
  test('gets bytes that exist, or the whole file', () => {
    expect(partOf('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 })
    expect(partOf('bytes=900-', 1000)).toEqual({ start: 900, end: 999 })
    expect(partOf('bytes=-100', 1000)).toEqual({ start: 900, end: 999 })
    for (const whole of [null, 'bytes=-', 'bytes=0-1,4-5', 'bytes=1000-', 'lines=1-2'])
      expect(partOf(whole, 1000)).toBeUndefined()
    fc.assert(
      fc.property(
        fc.option(fc.nat()),
        fc.option(fc.nat()),
        fc.integer({ min: 1 }),
        (from, to, size) => {
          const part = partOf(`bytes=${from ?? ''}-${to ?? ''}`, size)
          if (part) expect(0 <= part.start && part.start <= part.end && part.end < size).toBe(true)
        },
      ),
    )
  })
})

test('a saved page has its scripts, their imports and its font, but no islands or pictures', () => {
  expect(
    needsOfPage(
      '<script type="module" src="/_astro/page.a1.js"></script><link rel="preload" href="/_astro/f.woff2"><img src="/_astro/x.svg"><astro-island component-url="/_astro/Like.js">',
    ),
  ).toEqual(['/_astro/page.a1.js', '/_astro/f.woff2'])
  expect(
    needsOfScript(
      'import{a as b}from"./calls.x1.js";import"./other.js";const l=()=>import("./later.js")',
    ),
  ).toEqual(['/_astro/calls.x1.js', '/_astro/other.js'])
})
