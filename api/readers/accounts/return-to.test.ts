import { beforeAll, describe, expect, test } from 'vitest'
import { asForm } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { aTrustingProvider } from '#tests/servers/sign-in-provider.ts'

const longest = `/${'x'.repeat(1_999)}`

/** What somebody asks to be led back to, and where they are led. */
const wishes: [asked: string, ledTo: string][] = [
  ['/', '/'],
  ['/submit', '/submit'],
  ['/books?search=a%26b&page=2#list', '/books?search=a%26b&page=2#list'],
  ['/story/1?next=https://evil.example', '/story/1?next=https://evil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/https://evil.example', '/https://evil.example'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/%0d%0aSet-Cookie:%20a=b', '/%0d%0aSet-Cookie:%20a=b'],
  ['/a/../submit', '/submit'],
  [longest, longest],
  [`${longest}x`, '/'],
  [`/${'x'.repeat(10_240)}`, '/'],
  ['', '/'],
  [' ', '/'],
  ['submit', '/'],
  ['?a=b', '/'],
  ['#a', '/'],
  ['https://evil.example', '/'],
  ['HTTPS://evil.example/', '/'],
  ['https:evil.example', '/'],
  ['https:/evil.example', '/'],
  ['https:///evil.example', '/'],
  ['https://ascend.example/submit', '/'],
  ['https://ascend.example@evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['JaVaScRiPt:alert(1)', '/'],
  ['data:text/html,<script>alert(1)</script>', '/'],
  ['//evil.example', '/'],
  ['///evil.example', '/'],
  ['////evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\/evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/\\/evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['\t//evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/\r\nSet-Cookie: a=b', '/'],
  ['/\u0000/evil.example', '/'],
  [' //evil.example', '/'],
  ['/ /evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/%2e%2e//evil.example', '/'],
  ['/a/%2e%2e//evil.example', '/'],
  // Slashes of other scripts; browsers make a host of none of them, but who knows of all.
  ['/\uff0fevil.example', '/'],
  ['\u2044\u2044evil.example', '/'],
  ['/\u2215evil.example', '/'],
  ['/\u3002evil.example', '/'],
  ['\ufeff//evil.example', '/'],
]

let withProvider: string
beforeAll(async () => {
  withProvider = await startApp({ provider: aTrustingProvider() })
})

/** A 303 that leads where it should, says nothing else in its headers, and stays here for any browser. */
function expectLedTo(response: Response, expected: string) {
  expect(response.status).toBe(303)
  const to = response.headers.get('Location') as string
  expect(to).toBe(expected)
  expect(new URL(to, 'https://ascend.example/api/login').origin).toBe('https://ascend.example')
  const cookies = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')))
  expect(cookies.filter((name) => !/session|signed_in|sign_in|visitor/.test(name))).toEqual([])
}

describe.each(wishes)('a reader who asks to be led back to %j', (returnTo, ledTo) => {
  const query = new URLSearchParams({ returnTo })

  test('finds the sign-in page with a path of this site', async () => {
    const { send } = await aVisitor()
    const response = await send(`/api/login?${query}`)
    expectLedTo(response, `/sign-in?${new URLSearchParams({ returnTo: ledTo })}`)
  })

  test('is led there, or to the front page, from the provider', async () => {
    const { send } = await aVisitor(withProvider)
    await send(`/api/login?${query}`)
    expectLedTo(await send('/api/auth/callback?code=ibinabo'), ledTo)
  })
})

test('a form leads nowhere else either, whoever made its fields up', async () => {
  const { send, email, password } = await aReader()
  for (const [returnTo, ledTo] of wishes) {
    const response = await send('/api/auth/sign-in', asForm({ email, password, returnTo }))
    expectLedTo(response, ledTo)
  }
})

test('what the browser kept is not believed: a planted cookie leads to the front page', async () => {
  const { send, cookies } = await aVisitor(withProvider)
  for (const returnTo of ['https://evil.example', '//evil.example', 7, null, undefined]) {
    const planted = JSON.stringify({ secret: 'kept', returnTo })
    cookies.set('__Host-sign_in', Buffer.from(planted).toString('base64url'))
    const response = await send('/api/auth/callback?code=ibinabo')
    if (response.status === 303) expectLedTo(response, '/')
    else expect([response.status, response.headers.get('Location')]).toEqual([400, null])
  }
})

test('two wishes at once, or a list of them, are none', async () => {
  const { send } = await aVisitor()
  for (const query of ['returnTo=/submit&returnTo=//evil.example', 'returnTo[]=//evil.example']) {
    const response = await send(`/api/login?${query}`)
    const to = response.headers.get('Location')
    expect(to === null || to === '/sign-in?returnTo=%2F', query).toBe(true)
  }
})

test('the way there and back fits into a cookie that browsers keep', async () => {
  const { cookies, send } = await aVisitor(withProvider)
  await send(`/api/login?${new URLSearchParams({ returnTo: `/?a=${'%22'.repeat(660)}` })}`)
  expect(cookies.get('__Host-sign_in')?.length).toBeLessThan(4_000)
})
