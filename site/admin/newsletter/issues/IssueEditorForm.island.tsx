import { errorSentences } from '#contract/error-sentences.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { DocumentForm } from '#site/admin/editor/DocumentForm.tsx'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { MissingThing } from '#site/admin/ui/frame/MissingThing.tsx'
import { IssueEditor } from './IssueEditor.tsx'
import { issueLabels } from './issue-labels.ts'
import { type IssueDraft, issueStore } from './issue-store.ts'

/** Why an island? What is written is saved while it is written, here and on the server. */
export const IssueEditorForm = adminIsland(({ isNew }: { isNew: boolean }) => {
  return (
    <DocumentForm
      isNew={isNew}
      store={issueStore}
      blank={blankIssue}
      open={(id) => adminCall('GET /admin/letters/:id/draft', { id })}
      missing={{
        title: 'Newsletter Not Found',
        text: errorSentences[404].issueNotFound,
        back: 'Back to newsletters',
      }}
      failed="The newsletter could not be loaded. Nothing is lost; please try again."
    >
      {(issue, onReload) => {
        if (!issue) return <AdminSkeleton rows={6} />
        if (issue.isDraft) return <IssueEditor issue={issue} onReload={onReload} />
        return (
          <div className="px-16 sm:px-32">
            <MissingThing
              title={issue.fields.subject || 'No subject'}
              text={issueLabels.isNoDraft}
              href={staffPaths.issue(issue.id)}
              back="View newsletter"
              isPage
            />
          </div>
        )
      }}
    </DocumentForm>
  )
})

const blankIssue = (id: string): IssueDraft => ({
  id,
  isDraft: true,
  number: 0,
  savedAt: null,
  savedByName: null,
  fields: { subject: '', preheader: '', content: '', categories: [] },
})
