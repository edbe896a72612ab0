import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Server } from '#site/admin/operations/server/Server.island.tsx'
import { click, requests, whenAsked } from './page.tsx'
import { renderForOwner } from './staff.tsx'

const at = '2026-11-20T10:00:00.000Z'
const build = (error: string | null) => ({
  status: 200,
  body: {
    wantedVersion: 9,
    liveVersion: error ? 8 : 9,
    last: { version: 9, startedAt: at, finishedAt: '2026-11-20T10:00:04.000Z', error },
  },
})
const ok = { title: 'Disk', state: 'ok', found: '9000 MB are free for /data.', todo: null }
const doctor = (...findings: object[]) => ({ status: 200, body: { lookedAt: at, findings } })

test('a build that failed is shown with its log', async () => {
  whenAsked('GET /api/admin/site-build', () => build('The goat has eaten site/pages'))
  whenAsked('GET /api/admin/doctor', () => doctor(ok))
  renderForOwner(<Server />)
  const site = screen.getByRole('region', { name: 'The site’s pages' })
  await waitFor(() =>
    expect(site.textContent).toMatch(/The last build failed, 20 Nov 2026.*The old pages stay up\./),
  )
  expect(screen.getByText('Build log')).toBeTruthy()
  expect(screen.getByText('The goat has eaten site/pages')).toBeTruthy()
})

test('the owner sees problems before warnings, and checks again after a repair', async () => {
  whenAsked('GET /api/admin/site-build', () => build(null))
  whenAsked('GET /api/admin/doctor', () =>
    doctor(
      ok,
      { title: 'Mail', state: 'warning', found: 'Mail is off.', todo: 'Set SMTP_URL.' },
      { title: 'Webhook', state: 'problem', found: 'It answers 404.', todo: 'See PUBLIC_URL.' },
    ),
  )
  whenAsked('POST /api/admin/doctor', () => doctor(ok))
  renderForOwner(<Server />)
  await screen.findByText(/1 problem, 1 warning, checked/)
  const server = screen.getByRole('region', { name: 'The server' })
  const rows = [...(server.querySelector('ul')?.children ?? [])]
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Problem, Webhook: It answers 404\..*See PUBLIC_URL\./),
    expect.stringMatching(/^Warning, Mail/),
  ])
  expect(screen.getByText('1 passed')).toBeTruthy()
  click('Check now')
  await screen.findByText(/everything passed/)
  expect(requests.at(-1)?.method).toBe('POST')
})
