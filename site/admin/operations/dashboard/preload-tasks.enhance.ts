import type { Tasks } from './task-words.ts'

// On a slow network the call travels while the scripts do. This is inlined in the page and therefore imports nothing:
// each file would be one more round trip. The key is that of token.ts.
const ask = async (): Promise<Tasks> => {
  const token = localStorage.getItem('adminToken')
  const answer = await fetch('/api/admin/tasks', { headers: { Authorization: `Bearer ${token}` } })
  // Where the session has ended, the counts of the navigation are refused as well, and lead to the login.
  if (!answer.ok) throw new Error(`The tasks were answered with ${answer.status}`)
  return answer.json()
}

if (localStorage.getItem('adminToken')) {
  window.dashboardTasks = { ask, first: ask() }
  // Whoever waits for it handles the error.
  window.dashboardTasks.first.catch(() => {})
}

declare global {
  interface Window {
    /** It is for dashboard.enhance.ts; undefined without a token. */
    dashboardTasks?: { ask(): Promise<Tasks>; first: Promise<Tasks> } | undefined
  }
}
