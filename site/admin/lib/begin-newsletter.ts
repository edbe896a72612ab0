import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import { adminCall } from './call.ts'
import { cardLink } from './pictures/card-link.ts'

/** Begins a newsletter with stories as cards, and opens it. */
export async function beginNewsletter(
  stories: readonly { id: string; title: string }[],
  { subject = '', preheader = '' } = {},
) {
  const id = newId()
  const content = stories.map(({ id, title }) => cardLink(title, paths.story(id))).join('\n\n')
  await adminCall('PUT /admin/letters/:id/draft', {
    id,
    base: 0,
    saveId: newId(),
    fields: { subject, preheader, content, categories: [] },
  })
  location.assign(staffPaths.editIssue(id))
}
