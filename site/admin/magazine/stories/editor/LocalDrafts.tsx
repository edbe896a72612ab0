import { useEffect, useState } from 'react'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { boxClass } from '#site/ui/form-classes.ts'
import { type CopiedDraft, listDraftCopies } from './story-store.ts'

/** Stories with unsaved text on this device: their tab was closed, or killed, before it was saved. */
export function LocalDrafts() {
  const [drafts, setDrafts] = useState<CopiedDraft[]>([])
  useEffect(() => setDrafts(listDraftCopies()), [])
  if (drafts.length === 0) return null
  return (
    <section
      className={`${boxClass} my-20 max-w-[760px] border-accent bg-sunk`}
      aria-labelledby="local-drafts"
    >
      <h2 id="local-drafts" className="text-16 font-semibold">
        On this device, and not saved yet
      </h2>
      <ul>
        {drafts.map(({ id, title }) => (
          <li key={id}>
            <a className={linkClass} href={adminPaths.editStory(id)}>
              {title || 'Untitled'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
