import { expect, test, vi } from 'vitest'
import { onceEngaged } from './once-engaged.ts'

test('a script that cannot be loaded offline logs a warning, and is requested once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  // Node takes no `true` for `capture` here, as browsers do.
  vi.stubGlobal('removeEventListener', (name: string, listen: () => void, capture: boolean) =>
    page.removeEventListener(name, listen, { capture }),
  )
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { onLine: true })
  const wake = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  onceEngaged(wake)
  // An unhandled rejection fails the run.
  for (const sign of ['scroll', 'keydown']) page.dispatchEvent(new Event(sign))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
  expect(wake).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
  warn.mockRestore()
})
