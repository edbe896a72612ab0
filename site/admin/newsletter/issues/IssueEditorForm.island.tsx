import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errors } from '#contract/errors.ts'
import { adminIsland } from '#site/admin/lib/admin-island.tsx'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { newId } from '#site/lib/new-id.ts'
import { IssueEditor } from './IssueEditor.tsx'
import { issueLabels } from './issue-labels.ts'
import { copyOf, type Letter } from './use-issue-editor.ts'

/** Why an island? What is written is saved while it is written, here and on the server. */
export const IssueEditorForm = adminIsland(({ isNew }: { isNew: boolean }) =>
  isNew ? <NewIssue /> : <EditIssue />,
)

const blankIssue = (id: string): Letter => ({
  id,
  isDraft: true,
  number: 0,
  savedAt: null,
  savedByName: null,
  fields: { subject: '', preheader: '', content: '', categories: [] },
})

function NewIssue() {
  // The id is the browser's, so that a first save that fails is only tried again.
  const [letter] = useState(() => blankIssue(newId()))
  return <IssueEditor letter={letter} isNew onReload={() => location.reload()} />
}

function EditIssue() {
  const client = useQueryClient()
  const queryKey = ['letter-draft']
  const id = () => decodeURIComponent(location.pathname.split('/').at(-2) ?? '')
  const ask = () => adminCall('GET /admin/letters/:id/draft', { id: id() })
  const query = useAdminQuery({
    queryKey,
    // Loaded again before the server had it, a new letter is on this device alone.
    queryFn: () =>
      ask().catch((error: unknown) => {
        if (!isMissing(error) || !copyOf(id()).read()) throw error
        return blankIssue(id())
      }),
  })
  /** Each round is an editor filled afresh. */
  const [round, setRound] = useState(0)
  if (isMissing(query.error)) {
    return <Instead title="Letter Not Found" text={errors.issueNotFound[1]} />
  }
  return (
    <Loaded
      query={query}
      skeleton={<AdminSkeleton rows={6} />}
      failed="The letter could not be loaded. Nothing is lost; please try again."
    >
      {(letter) =>
        letter.isDraft ? (
          <IssueEditor
            key={round}
            letter={letter}
            isNew={letter.number === 0}
            onReload={async () => {
              client.setQueryData(queryKey, await ask())
              setRound(round + 1)
            }}
          />
        ) : (
          <Instead
            title={letter.fields.subject || 'A Letter'}
            text={issueLabels.isNoDraft}
            path={adminPaths.letter(letter.id)}
          />
        )
      }
    </Loaded>
  )
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

function Instead({ title, text, path }: { title: string; text: string; path?: string }) {
  return (
    <div className="py-32" role="alert">
      <h1 className="[overflow-wrap:anywhere]">{title}</h1>
      <p className="mb-20 mt-8 text-ink-2">{text}</p>
      <a className="btn" href={path ?? adminPaths.letters}>
        {path ? 'Look at the letter' : 'Back to Letters'}
      </a>
    </div>
  )
}
