import type { LocalCopy } from '#site/admin/editor/saving/draft-saver.ts'
import type { Draft, DraftFields } from './story-store.ts'

// On a slow network the editor takes seconds to load: until then an existing story is shown and edited in the plain
// field. This is inlined in the page and therefore imports nothing: each file would be one more round trip. The two
// keys are those of token.ts and story-store.ts.
const id = location.pathname.split('/').at(-2) ?? ''
const copyKey = `ascend.admin-draft.${decodeURIComponent(id)}`

window.preloadedDraft = { draft: ask().catch(() => undefined) }

async function ask(): Promise<Draft | undefined> {
  const token = localStorage.getItem('adminToken')
  if (!token) return undefined
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`/api/admin/drafts/${id}`, { headers })
  if (!answer.ok) return undefined
  const draft: Draft = await answer.json()
  fill(draft)
  return draft
}

/** Like the editor: the copy on this device wins, and input is stored here before it is saved. */
function fill({ head, fields: saved }: Draft) {
  const local: LocalCopy<DraftFields> | null = JSON.parse(localStorage.getItem(copyKey) ?? 'null')
  const fields = { ...(local?.fields ?? saved) }
  for (const name of ['title', 'summary', 'content'] as const) {
    const field = document.getElementById(name) as HTMLInputElement | HTMLTextAreaElement | null
    if (!window.preloadedDraft || !field) return
    field.value = fields[name]
    field.readOnly = false
    field.addEventListener('input', () => {
      if (!window.preloadedDraft) return
      fields[name] = field.value
      window.preloadedDraft.typed = fields
      try {
        localStorage.setItem(copyKey, JSON.stringify({ ...(local ?? { base: head }), fields }))
      } catch {
        // The editor continues from here, and soon saves it to the server.
      }
    })
  }
}
