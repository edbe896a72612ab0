import { describe, expect, test } from 'vitest'
import {
  judgeAddress,
  judgeBackups,
  judgeBookTexts,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeDns,
  judgeDrill,
  judgeMail,
  judgeMemory,
  judgeNode,
  judgePayments,
  judgePublications,
  judgePurges,
  judgeSettingsFile,
  judgeStudio,
  judgeWebhook,
  judgeYoungReaders,
} from './judge.ts'

const MB = 1024 * 1024
const now = new Date('2026-11-23T10:00:00.000Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

describe('the doctor reports', () => {
  test.each([
    ['20.18.3', 'problem'],
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
  ])('whether Node %s is new enough', (version, state) => {
    expect(judgeNode(version).state).toBe(state)
  })

  test.each([
    [[0.4, -2], 'ok', 'agrees with 0 and 1'],
    [[0.4, 14], 'warning', '14 seconds behind that of 1'],
    [[-400, 3], 'problem', '7 minutes ahead of that of 0'],
    [[], 'warning', 'No other clock answered'],
  ])('that the clock differs by %j seconds from others', (seconds, state, found) => {
    const others = seconds.map((aheadSeconds, name) => ({ name: String(name), aheadSeconds }))
    expect(judgeClock(others)).toMatchObject({ state, found: expect.stringContaining(found) })
  })

  test.each([
    [4000, 1, 'ok'],
    [1200, 1, 'warning'],
    [300, 1, 'problem'],
    [4000, 0.01, 'problem'],
  ])('that %i MB of the disk are free, and %f of its names', (megabytes, freeNames, state) => {
    const judged = judgeDisk({ freeBytes: megabytes * MB, freeNames, folder: '/data' })
    expect(judged).toMatchObject({ state, found: expect.stringContaining('/data') })
  })

  test.each([
    [[1000, 600, 1000, 900], 'ok'],
    [[1000, 600, 0, 0], 'warning'],
    [[4000, 600, 0, 0], 'ok'],
    [[1000, 60, 1000, 100], 'warning'],
    [[1000, 40, 1000, 10], 'problem'],
  ])('how memory and swap are: %j MB', (megabytes, state) => {
    const [totalBytes = 0, availableBytes = 0, swapBytes = 0, freeSwapBytes = 0] = megabytes.map(
      (size) => size * MB,
    )
    const judged = judgeMemory({ totalBytes, availableBytes, swapBytes, freeSwapBytes })
    expect(judged.state).toBe(state)
  })

  test('that the data of young readers were assessed more than a year ago', () => {
    expect(judgeYoungReaders(now).state).toBe('ok')
    const later = judgeYoungReaders(new Date('2027-12-01T10:00:00.000Z'))
    expect(later).toMatchObject({ state: 'warning', todo: expect.stringContaining('docs/dpia.md') })
  })

  test('pending migrations and a schema of other code', () => {
    const state = {
      now: now.toISOString(),
      waiting: ['1.sql'],
      foreign: [],
      newer: [],
      tooOld: undefined,
      hiddenRatings: [],
      brokenSettings: [],
    }
    expect(judgeDatabase(state)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('1 migration waits'),
    })
    expect(judgeDatabase({ ...state, foreign: ['9.sql'] })).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('9.sql'),
    })
    expect(judgeDatabase({ ...state, waiting: [], newer: ['9.sql'] })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('newer release (9.sql)'),
    })
    expect(judgeDatabase({ ...state, waiting: [] }).state).toBe('ok')
    expect(judgeDatabase(undefined).state).toBe('warning')
  })

  test('uploaded publications whose PDF is missing', () => {
    expect(judgePublications([]).state).toBe('ok')
    expect(judgePublications(['Exam Season'])).toMatchObject({
      state: 'problem',
      found: 'The PDF is missing of “Exam Season”.',
      todo: expect.stringContaining('upload it again'),
    })
  })

  test('books whose EPUB still waits to be read, and those that are only downloaded', () => {
    expect(judgeBookTexts({ ready: 2, waiting: 0, refused: ['Fixed'] })).toMatchObject({
      state: 'ok',
      found: '2 EPUBs can be read on the site; only downloaded: “Fixed”.',
    })
    expect(judgeBookTexts({ ready: 0, waiting: 1, refused: [] })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('1 EPUB is still to be read'),
    })
  })

  test('what was set in another release and is not understood', () => {
    expect(judgeStudio([]).state).toBe('ok')
    expect(judgeStudio(['Look', 'Hero'])).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('Look, Hero'),
    })
  })

  test('a public site without TLS', () => {
    expect(judgeAddress('http://ascend.example', true).state).toBe('problem')
    expect(judgeAddress('https://ascend.example', true).state).toBe('ok')
    expect(judgeAddress('http://127.0.0.1:4321', false).state).toBe('ok')
  })

  test('a missing DNS address, and a DNS without response', () => {
    expect(judgeDns('ascend.example', ['192.0.2.1', '2001:db8::1'])).toMatchObject({
      state: 'ok',
      found: 'ascend.example leads to 192.0.2.1 and 2001:db8::1.',
    })
    expect(judgeDns('ascend.example', []).state).toBe('problem')
    expect(judgeDns('ascend.example', undefined).state).toBe('warning')
  })

  test.each([
    [60, undefined, 'ok', '60 more days'],
    [8, undefined, 'warning', '8 more days'],
    [1, undefined, 'problem', '1 more day.'],
    [-1, 'certificate has expired', 'problem', 'has expired'],
    [60, 'self-signed certificate', 'problem', 'self-signed certificate'],
  ])('of a certificate that ends in %i days (%s)', (days, fault, state, found) => {
    const endsAt = ago(-24 * days - 1)
    const judged = judgeCertificate('ascend.example', { endsAt, fault }, now)
    expect(judged).toMatchObject({ state, found: expect.stringContaining(found) })
  })

  test('a public site without a mail server', () => {
    expect(judgeMail({ isConfigured: false, isPublic: false }).state).toBe('ok')
    expect(judgeMail({ isConfigured: false, isPublic: true }).state).toBe('warning')
    expect(judgeMail({ isConfigured: true, isPublic: true }).state).toBe('ok')
    const failed = judgeMail({ isConfigured: true, isPublic: true, failure: 'EAUTH' })
    expect(failed).toMatchObject({ state: 'problem', found: expect.stringContaining('EAUTH') })
  })

  test.each([
    [undefined, false, true, undefined, 'ok'],
    ['test', false, false, undefined, 'ok'],
    ['test', false, true, undefined, 'problem'],
    ['paystack', true, true, true, 'problem'],
    ['paystack', true, false, true, 'ok'],
    ['paystack', false, false, true, 'warning'],
    ['paystack', false, true, true, 'ok'],
    ['paystack', false, true, false, 'problem'],
    ['paystack', false, true, undefined, 'warning'],
  ] as const)(
    'whether payments by %s (a test key: %s) fit a public site (%s) and a key that is taken (%s)',
    (by, isTestKey, isPublic, isKeyTaken, state) => {
      expect(judgePayments({ by, isTestKey, isPublic, isKeyTaken }).state).toBe(state)
    },
  )

  test.each([
    [401, 'ok'],
    [200, 'problem'],
    [301, 'problem'],
    [404, 'problem'],
    [429, 'problem'],
    [503, 'problem'],
    [undefined, 'problem'],
  ])('that the webhook answers %s to what is not signed', (status, state) => {
    expect(judgeWebhook('https://ascend.example/api/webhooks/paystack', status).state).toBe(state)
  })

  const place = { place: 'the bucket', isElsewhere: true, lastRun: undefined }
  const failed = { startedAt: ago(1), finishedAt: ago(1), error: 'No room\nat all' }
  test.each([
    ['is of last night', { ...place, newestAt: ago(7) }, 'ok', 'ok'],
    ['is late', { ...place, newestAt: ago(40) }, 'warning', 'warning'],
    ['is old', { ...place, newestAt: ago(90) }, 'problem', 'warning'],
    ['was never made', { ...place, newestAt: undefined }, 'problem', 'warning'],
    ['failed', { ...place, newestAt: ago(25), lastRun: failed }, 'problem', 'warning'],
    ['is on this machine', { ...place, isElsewhere: false, newestAt: ago(7) }, 'warning', 'ok'],
    [
      'failed and was made again',
      { ...place, newestAt: ago(0.5), lastRun: { ...failed, finishedAt: ago(0.9) } },
      'ok',
      'ok',
    ],
  ])('that a backup %s', (_, state, onPublicSite, elsewhere) => {
    expect(judgeBackups(state, true, now).state).toBe(onPublicSite)
    expect(judgeBackups(state, false, now).state).toBe(elsewhere)
  })

  test('a restore drill that is missing, old or failed', () => {
    const good = { startedAt: ago(2), finishedAt: ago(2), error: null }
    const old = { ...good, finishedAt: ago(24 * 12) }
    const older = { ...good, finishedAt: ago(24 * 40) }
    const states = [undefined, good, old, older, { ...good, error: 'Row 7' }].map((run) => [
      judgeDrill(run, true, now).state,
      judgeDrill(run, false, now).state,
    ])
    expect(states).toEqual([
      // A backup that nobody ever restored may be none, on whatever machine.
      ['warning', 'warning'],
      ['ok', 'ok'],
      ['warning', 'ok'],
      ['problem', 'ok'],
      ['problem', 'problem'],
    ])
    expect(judgeDrill(undefined, false, now).todo).toContain('npm run db:drill')
  })

  test.each(['cloudflare', 'varnish'] as const)(
    'how long %s has not been purged, and the remedy',
    (kind) => {
      const [none, short, long] = [0, 20, 90].map((seconds) => judgePurges(kind, seconds))
      expect([none?.state, short?.state, long?.state]).toEqual(['ok', 'warning', 'problem'])
      expect(short?.found).toContain('for 20 seconds')
      expect(long?.todo).toContain('CACHE_PURGE_URL')
    },
  )

  test('settings that other users can read', () => {
    expect(judgeSettingsFile('.env', 0o100644).state).toBe('warning')
    expect(judgeSettingsFile('.env', 0o100600).state).toBe('ok')
  })
})
