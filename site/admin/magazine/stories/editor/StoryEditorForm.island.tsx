import { errorSentences } from '#contract/error-sentences.ts'
import { DocumentForm } from '#site/admin/editor/DocumentForm.tsx'
import { LocalDrafts } from '#site/admin/editor/saving/LocalDrafts.tsx'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { StoryEditor } from './StoryEditor.tsx'
import { blankDraft, openDraft, storyStore } from './story-store.ts'

/** Why an island? What is written is saved while it is written, here and on the server. */
export const StoryEditorForm = adminIsland(({ isNew }: { isNew: boolean }) => {
  return (
    <DocumentForm
      isNew={isNew}
      store={storyStore}
      blank={blankDraft}
      open={openDraft}
      missing={{
        title: 'Story Not Found',
        text: errorSentences[404].storyNotFound,
        back: 'Back to Stories',
      }}
      failed="The story could not be loaded. Nothing is lost; please try again."
    >
      {(draft, onReload) => (
        <StoryEditor draft={draft} isNew={isNew} onReload={onReload}>
          {isNew && <LocalDrafts store={storyStore} />}
        </StoryEditor>
      )}
    </DocumentForm>
  )
})
