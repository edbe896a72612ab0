import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errors } from '#contract/errors.ts'
import { adminIsland } from '#site/admin/lib/admin-island.tsx'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { MissingThing } from '#site/admin/ui/MissingThing.tsx'
import { newId } from '#site/lib/new-id.ts'
import { blankDraft, type Draft } from './blank-draft.ts'
import { takeDraftAhead } from './draft-ahead.ts'
import { draftCopy } from './draft-copies.ts'
import { LocalDrafts } from './LocalDrafts.tsx'
import { StoryEditor } from './StoryEditor.tsx'

const queryKey = ['draft']
const idInAddress = () => decodeURIComponent(location.pathname.split('/').at(-2) ?? '')

/** Why an island? What is written is saved while it is written, here and on the server. */
export const StoryEditorForm = adminIsland(({ isNew }: { isNew: boolean }) =>
  isNew ? <NewStory /> : <EditStory />,
)

function NewStory() {
  // The id is the browser's, so that a first save that fails is only tried again.
  const [draft] = useState(() => blankDraft(newId()))
  return (
    <>
      <LocalDrafts />
      <StoryEditor draft={draft} isNew onReload={() => location.reload()} />
    </>
  )
}

function EditStory() {
  const client = useQueryClient()
  const query = useAdminQuery({
    queryKey,
    queryFn: () => openDraft(idInAddress()),
  })
  /** Each round is an editor filled afresh. */
  const [round, setRound] = useState(0)
  if (isMissing(query.error)) {
    return (
      <MissingThing
        title="Story Not Found"
        text={errors.storyNotFound[1]}
        href={adminPaths.stories}
        back="Back to Stories"
        isPage
      />
    )
  }
  // One editor before and after: the fields that somebody may write in by then stay.
  const editor = (draft?: Draft) => (
    <StoryEditor
      key={round}
      draft={draft}
      isNew={false}
      onReload={async () => {
        client.setQueryData(queryKey, await openDraft(idInAddress()))
        setRound(round + 1)
      }}
    />
  )
  return (
    <Loaded
      query={query}
      skeleton={editor()}
      failed="The story could not be loaded. Nothing is lost; please try again."
    >
      {editor}
    </Loaded>
  )
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** What was begun without a network, or discarded meanwhile, is begun with the words that this device has. */
async function openDraft(id: string): Promise<Draft> {
  try {
    return (await takeDraftAhead()) ?? (await adminCall('GET /admin/drafts/:id', { id }))
  } catch (error) {
    if (isMissing(error) && draftCopy(id).read()) return blankDraft(id)
    throw error
  }
}
