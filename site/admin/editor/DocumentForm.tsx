import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { idInAddress } from '#site/admin/lib/addresses.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { MissingThing } from '#site/admin/ui/frame/MissingThing.tsx'
import { newId } from '#site/lib/forms/new-id.ts'
import type { DocumentStore } from './saving/document-store.ts'
import { localCopy } from './saving/on-device.ts'

interface Props<Document> {
  isNew: boolean
  store: Pick<DocumentStore<never>, 'copyKey' | 'listPath'>
  blank(id: string): Document
  open(id: string): Promise<Document>
  /** The text where there is none. */
  missing: { title: string; text: string; back: string }
  failed: string
  /** While there is no document it loads: text that is typed by then stays. */
  children(document: Document | undefined, onReload: () => void): ReactNode
}

export function DocumentForm<Document>(props: Props<Document>) {
  const Page = props.isNew ? NewDocument : SavedDocument
  return <Page {...props} />
}

function NewDocument<Document>({ blank, children }: Props<Document>) {
  // The id comes from the browser, so that a failed first save can simply be retried.
  const [document] = useState(() => blank(newId()))
  return children(document, () => location.reload())
}

const queryKey = ['document']

function SavedDocument<Document>({
  store,
  blank,
  open,
  missing,
  failed,
  children,
}: Props<Document>) {
  const client = useQueryClient()
  /** A document that was begun offline, or discarded elsewhere, is begun with the text of this device. */
  const load = async () => {
    const id = idInAddress()
    try {
      return await open(id)
    } catch (error) {
      if (isMissing(error) && localCopy(store.copyKey + id).read()) return blank(id)
      throw error
    }
  }
  const query = useAdminQuery({ queryKey, queryFn: load })
  /** Each round is a new editor. */
  const [round, setRound] = useState(0)
  if (isMissing(query.error)) {
    return (
      <div className="px-16 sm:px-32">
        <MissingThing {...missing} href={store.listPath} isPage />
      </div>
    )
  }
  const editor = (document?: Document) => (
    <Fragment key={round}>
      {children(document, async () => {
        client.setQueryData(queryKey, await load())
        setRound(round + 1)
      })}
    </Fragment>
  )
  return (
    <Loaded query={query} skeleton={editor()} failed={failed}>
      {editor}
    </Loaded>
  )
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
