import type { SettingGroup } from '#contract/settings/groups.ts'
import type { theStaff } from './people.ts'

type Staff = Pick<Awaited<ReturnType<typeof theStaff>>, 'call'>

/** Sets and publishes a group as one of the staff; fields that `value` lacks are the original. */
export async function publishSetting(
  { call }: Staff,
  group: SettingGroup,
  value: Record<string, unknown>,
) {
  const { revision } = await call('GET /admin/settings/:group', { group })
  const saved = await call('PUT /admin/settings/:group/draft', { group, value, revision })
  await call('POST /admin/settings/:group/publish', { group, revision: saved.revision })
}
