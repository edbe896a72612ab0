import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { MailDomain } from '#site/admin/settings/business/MailDomain.island.tsx'
import { click, whenAsked } from './page.tsx'

const record = (state: string, name: string, wanted: string | null) => ({
  state,
  name,
  found: null,
  wanted,
  note: null,
})

beforeEach(() => {
  queryClient.clear()
  $member.set({ id: 'b', name: 'Simi', role: 'editor' })
})

test('records that are missing are shared with whoever keeps the domain, those that are right are not', async () => {
  whenAsked('GET /api/admin/letters/domain', () => ({
    status: 200,
    body: {
      domain: 'ascend.example',
      from: 'hello@ascend.example',
      provider: 'Brevo',
      isSigning: false,
      spf: record('right', 'ascend.example', 'v=spf1 include:spf.brevo.com ~all'),
      dkim: record('missing', 'mail._domainkey.ascend.example', 'k=rsa; p=public'),
      dmarc: record('missing', '_dmarc.ascend.example', 'v=DMARC1; p=none'),
      reports: [],
    },
  }))
  const share = vi.fn(async () => {})
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  render(<MailDomain />)
  await screen.findByText('Verified')
  click('Share records')
  expect(share).toHaveBeenCalledWith({
    text: 'TXT mail._domainkey.ascend.example\nk=rsa; p=public\n\nTXT _dmarc.ascend.example\nv=DMARC1; p=none',
  })
})
