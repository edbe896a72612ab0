import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { count, time } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import { editors } from '#contract/roles.ts'
import { type SettingGroup, settingGroups } from '#contract/settings/groups.ts'

const group = z.enum(settingGroups as [SettingGroup, ...SettingGroup[]])
/** The fields of a group by their names, as contract/settings/groups.ts has them. */
const value = z.record(z.string(), z.unknown())
const byWhom = { at: time, by: z.nullable(z.string()) }
/** It grows whenever the draft is saved or discarded; 0 before the first one. */
const revision = z.int('The revision is a whole number')

const previewLink = z.object({
  /** Of the landing page; that of another page follows it. */
  path: z.string(),
  until: time,
})

const oneGroup = {
  who: editors,
  missing: 'settingNotFound',
} as const

/** A text that was in force before, by the day of its change; it is listed in `earlier` of the one that is. */
const earlierText = forAnyone({
  shared: true,
  input: z.object({ day: z.string() }),
  output: z.object({
    sections: z.array(z.object({ heading: z.string(), text: z.string() })),
    updated: z.string(),
    applies: z.string(),
  }),
  missing: 'earlierTextNotFound',
})

/** What a group holds. Only the owner may see and change the look (`settingRoles`). */
export const settings = {
  'GET /terms/:day': earlierText,
  'GET /privacy/:day': earlierText,
  'GET /admin/settings': forEditors({
    output: z.array(
      z.object({ group, hasDraft: z.boolean(), published: z.nullable(z.object(byWhom)) }),
    ),
  }),
  'GET /admin/settings/:group': endpoint({
    ...oneGroup,
    input: z.object({ group }),
    output: z.object({
      published: value,
      /** What stands where nothing is set. */
      original: value,
      draft: z.nullable(z.object({ value, ...byWhom })),
      revision,
    }),
  }),
  /** As typed: nothing of it is checked before it is published. */
  'PUT /admin/settings/:group/draft': endpoint({
    ...oneGroup,
    input: z.object({ group, value, revision }),
    output: z.object({ revision }),
  }),
  'DELETE /admin/settings/:group/draft': endpoint({
    ...oneGroup,
    input: z.object({ group, revision: z.coerce.number().check(z.int()) }),
    output: z.object({ revision }),
  }),
  /** The draft becomes what pages show; `revision` is that of the draft which was looked at. */
  'POST /admin/settings/:group/publish': endpoint({
    ...oneGroup,
    input: z.object({ group, revision }),
  }),
  /** The last twenty, newest first. */
  'GET /admin/settings/:group/revisions': endpoint({
    ...oneGroup,
    input: z.object({ group }),
    output: z.array(z.object({ id: z.int(), value, ...byWhom })),
  }),
  /** How much each category has, by its published name; one that has nothing is missing. */
  'GET /admin/category-counts': forEditors({
    output: z.array(
      z.object({
        of: z.enum(['stories', 'books']),
        category: z.string(),
        published: count,
        others: count,
      }),
    ),
  }),
  /** Where the drafts of all groups are shown on the site's own pages; null while there is no such link. */
  'GET /admin/preview-link': forEditors({ output: z.nullable(previewLink) }),
  /** The link before it ends. */
  'POST /admin/preview-link': forEditors({ output: previewLink }),
  'DELETE /admin/preview-link': forEditors({}),
}
