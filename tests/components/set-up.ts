import { cleanup } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { answers, requests, standing, toasts } from './page.tsx'

// A toast is shown by the browser's top layer: here it is only written down.
vi.mock('#site/ui/toast.ts', () => ({ showToast: (message: object) => toasts.push(message) }))

// What is written to console.error is a fault that nobody looked at.
const complaints = vi.spyOn(console, 'error')
vi.spyOn(console, 'warn').mockImplementation(() => {})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  for (const list of [answers, requests, toasts]) list.length = 0
  standing.clear()
  expect(complaints.mock.calls.splice(0)).toEqual([])
})
