import type { Tasks } from './task-words.ts'

// On a slow network the call travels while the scripts do. This is inlined in the page and therefore imports nothing:
// each file would be one more round trip. So it stores for dashboard.enhance.ts, too. The keys are those of token.ts,
// which clears the second with the first.
const keys = { token: 'adminToken', tasks: 'adminTasks' }
const token = () => localStorage.getItem(keys.token)

async function ask(): Promise<Tasks> {
  const headers = { Authorization: `Bearer ${token()}` }
  const answer = await fetch('/api/admin/tasks', { headers })
  // Where the session has ended, the counts of the navigation are refused as well, and lead to the login.
  if (!answer.ok) throw new Error(`The tasks were answered with ${answer.status}`)
  return answer.json()
}

function store(last: LastTasks) {
  try {
    // Nothing is stored for a session that has ended meanwhile.
    if (token()) localStorage.setItem(keys.tasks, JSON.stringify(last))
  } catch {
    // Then the next visit waits for the server.
  }
}

if (token()) {
  const first = ask()
  // Whoever waits for it handles the error.
  first.catch(() => {})
  window.dashboardTasks = { ask, first, stored: localStorage.getItem(keys.tasks), store }
}

export interface LastTasks {
  tasks: Tasks
  at: number
}

declare global {
  interface Window {
    /** It is for dashboard.enhance.ts; undefined without a token. */
    dashboardTasks?: {
      ask(): Promise<Tasks>
      first: Promise<Tasks>
      /** The last answer that this device stored, as JSON. */
      stored: string | null
      store(last: LastTasks): void
    }
  }
}
