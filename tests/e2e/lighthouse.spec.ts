import { findProgram } from '../../scripts/find-program.mjs'
import { startLighthouse } from '../lighthouse.mjs'
import { booksOf, bookTitled, magazinePages, storiesOf } from './support/content.ts'
import { expect, test } from './support/test.ts'

// It runs in `npm run test:long`: a page takes seven seconds.

const settings = {
  onlyCategories: ['seo', 'accessibility', 'best-practices'],
  disableFullPageScreenshot: true,
  // Nothing of these three hangs on what happens long after the page has loaded.
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 200,
  cpuQuietThresholdMs: 0,
}

test('Lighthouse finds nothing to mend for search engines, access or best practice on any page', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const lighthouse = await startLighthouse({ executablePath: findProgram('lightBrowser') })
  try {
    const found: string[] = []
    for (const path of [
      '/',
      `/story/${(await storiesOf(request))[0]?.id}`,
      `/book/${(await booksOf(request))[0]?.id}`,
      '/books',
      '/about',
      '/publish',
      '/sign-in',
      ...magazinePages,
      '/resources',
      '/newsletter',
      '/terms',
      '/privacy',
      '/help',
      '/orders/find',
      '/redeem',
      '/offline',
      '/search?q=school',
      '/publications/growing-right',
      `/book/${(await bookTitled(request, 'Ascend Quarterly: The First Issue')).id}/read`,
      `/book/${(await bookTitled(request, 'Ascend Quarterly: The First Issue')).id}/read/3`,
    ]) {
      const html = await (await request.get(path)).text()
      const { categories, audits } = await lighthouse.visit(`${baseURL}${path}`, {
        ...settings,
        // Some pages ask search engines to leave them out.
        ...(html.includes('content="noindex"') && { skipAudits: ['is-crawlable'] }),
      })
      for (const { title, score, auditRefs } of Object.values(categories)) {
        if (score === 1) continue
        const faults = auditRefs.flatMap(({ id, weight }) => {
          const audit = audits[id]
          return weight > 0 && audit?.score !== null && audit?.score !== 1
            ? [`${audit?.title} ${JSON.stringify(audit?.details)?.slice(0, 300)}`]
            : []
        })
        found.push(`${path}: ${title} ${(score ?? 0) * 100}: ${faults.join('; ')}`)
      }
    }
    expect(found).toEqual([])
  } finally {
    await lighthouse.close()
  }
})
