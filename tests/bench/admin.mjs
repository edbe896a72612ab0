import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'

/** The dashboard's first screen for a publisher with much to do, and what its calls take. */
export async function measureAdmin(sql, base) {
  await sql`
    insert into books (title, description, author_id, author_name, price, category)
    select 'Measured book number ' || n, repeat('description ', 10), gen_random_uuid(), 'Ada Measure', n, 'Novel'
    from generate_series(1, 2000) n`
  await sql`
    insert into stories (title, summary, content, category, author_id, author_name, author_role)
    select 'Measured submission ' || n, repeat('summary ', 10), repeat('A sentence. ', 120),
      'Lifestyle and Culture', gen_random_uuid(), 'Ada Measure', 'Student'
    from generate_series(1, 500) n`
  await sql`analyze books, stories`
  const signIn = { username: 'publisher', password: 'nine drums before the rain' }
  const { token } = await (
    await fetch(`${base}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(signIn),
    })
  ).json()
  const headers = { Authorization: `Bearer ${token}` }
  const medianOf = async (path) => {
    const times = []
    for (let run = 0; run < 30; run++) {
      const started = performance.now()
      await (await fetch(base + path, { headers })).text()
      times.push(performance.now() - started)
    }
    return times.sort((a, b) => a - b)[15].toFixed(1)
  }
  console.log('| in the admin, 2,000 books and 500 submissions | median ms |')
  console.log('|---|---|')
  for (const path of [
    '/api/admin/tasks',
    '/api/admin/stats',
    '/api/admin/books?page=1&pageSize=24',
    '/api/admin/books?search=number+1999&page=1&pageSize=24',
    '/api/admin/story-list?page=1&pageSize=24',
    '/api/admin/story-list/counts',
    '/api/admin/story-list?search=number+499&page=1&pageSize=24',
    '/api/admin/orders?page=1&pageSize=24',
    '/api/admin/search?q=number+1999',
  ]) {
    console.log(`| ${path} | ${await medianOf(path)} |`)
  }
  console.log(
    `| first screen of the dashboard on a phone, nothing cached | ${await timeDashboard(base, token)} |\n`,
  )
  await sql`delete from books where author_name = 'Ada Measure'`
  await sql`delete from stories where author_name = 'Ada Measure'`
}

/** Until the stats and the first row are shown; the median of five, in ms. */
async function timeDashboard(base, token) {
  const browser = await chromium.launch({
    executablePath: findProgram('browser'),
    args: ['--no-sandbox'],
  })
  const times = []
  for (let run = 0; run < 5; run++) {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
    await page.addInitScript((stored) => localStorage.setItem('adminToken', stored), token)
    const started = performance.now()
    await page.goto(`${base}/admin/dashboard`, { waitUntil: 'commit' })
    await page.getByText('2,032').first().waitFor()
    await page.locator('#list li, section li').first().waitFor()
    times.push(performance.now() - started)
    await page.close()
  }
  await browser.close()
  return Math.round(times.sort((a, b) => a - b)[2])
}
