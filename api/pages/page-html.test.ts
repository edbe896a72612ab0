import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { neededPolicy } from './page-html.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policyWith = (...sources: string[]) =>
  `default-src 'self'; script-src 'self' ${sources.join(' ')}; style-src 'self' ${hashOf('p{}')}`

describe("a page's policy", () => {
  const page = Buffer.from(
    '<script>one()</script><style>p{}</style><script type="x">two()</script>',
  )

  test('keeps the hashes of scripts and styles in the page and loses the others', () => {
    const full = policyWith(hashOf('one()'), hashOf('elsewhere()'), hashOf('two()'))
    expect(neededPolicy({ 'Content-Security-Policy': full }, page)).toEqual({
      'Content-Security-Policy': policyWith(hashOf('one()'), hashOf('two()')),
    })
  })

  test('never allows a script that Astro did not allow', () => {
    const attacked = Buffer.from('<script>one()</script><script>evil()</script>')
    const { 'Content-Security-Policy': policy } = neededPolicy(
      { 'Content-Security-Policy': policyWith(hashOf('one()')) },
      attacked,
    )
    expect(policy).toContain(hashOf('one()'))
    expect(policy).not.toContain(hashOf('evil()'))
  })

  test('is found whatever the case of its name, beside other headers', () => {
    const headers = { Link: '<x>', 'content-security-policy': policyWith(hashOf('gone()')) }
    expect(neededPolicy(headers, page)).toEqual({
      Link: '<x>',
      'content-security-policy': `default-src 'self'; script-src 'self'; style-src 'self' ${hashOf('p{}')}`,
    })
  })

  test('is right for a story whose title looks like a tag', () => {
    const titled = Buffer.from(
      `<meta content="My <style> and <script> years"><script>one()</script><img alt="<!-- <style>"><style>p{}</style>`,
    )
    const full = { 'Content-Security-Policy': policyWith(hashOf('one()')) }
    expect(neededPolicy(full, titled)).toEqual(full)
  })

  test('has each directive once, the first of those that Astro repeats', () => {
    const output =
      "form-action 'self' https://a;x 'none';default-src 'self';x 'all';base-uri 'none'"
    expect(neededPolicy({ 'Content-Security-Policy': output }, page)).toEqual({
      'Content-Security-Policy':
        "form-action 'self' https://a;x 'none';default-src 'self';base-uri 'none'",
    })
  })

  test('may be missing', () => {
    expect(neededPolicy({ Link: '<x>' }, page)).toEqual({ Link: '<x>' })
    expect(neededPolicy({}, Buffer.from(''))).toEqual({})
  })
})
