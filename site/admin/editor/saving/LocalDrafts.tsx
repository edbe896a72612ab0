import { useEffect, useState } from 'react'
import { Link } from '#site/admin/ui/Link.tsx'
import { boxClass } from '#site/ui/forms/form-classes.ts'
import type { DocumentStore } from './document-store.ts'
import { type CopiedDraft, listDraftCopies } from './on-device.ts'

interface Props<Fields> {
  store: Pick<DocumentStore<Fields>, 'copyKey' | 'titleOf' | 'editPath'>
}

/** Documents with unsaved text on this device: their tab was closed, or killed, before it was saved. */
export function LocalDrafts<Fields extends { content: string }>({ store }: Props<Fields>) {
  const [drafts, setDrafts] = useState<CopiedDraft[]>([])
  useEffect(() => setDrafts(listDraftCopies(store)), [store])
  if (drafts.length === 0) return null
  return (
    <section
      className={`${boxClass} my-20 max-w-[760px] border-accent bg-sunk`}
      aria-labelledby="local-drafts"
    >
      <h2 id="local-drafts" className="text-16 font-semibold">
        Saved on this device
      </h2>
      <ul>
        {drafts.map(({ id, title }) => (
          <li key={id}>
            <Link href={store.editPath(id)} label={title || 'Untitled'} />
          </li>
        ))}
      </ul>
    </section>
  )
}
