import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import { sql, transaction } from '#db/sql.ts'

export const logoFile = (id: string) => `logos/${id}.svg`

/** Whether the look has it, has had it, or is about to. */
async function isLogoUsed(id: string): Promise<boolean> {
  const named = sql.json({ logo: { kind: 'file', id } })
  const [row] = await sql<{ isUsed: boolean }[]>`
    select exists (select from settings where value @> ${named} or draft @> ${named})
      or exists (select from setting_revisions where value @> ${named}) as is_used`
  return row?.isUsed ?? true
}

const unusedMs = 24 * 60 * 60 * 1000

/** Removes logos that no look names a day after they were uploaded. */
export async function cleanUpLogos(files: Files): Promise<void> {
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for await (const { name, storedAt } of files.list('logos')) {
      const id = /^logos\/([0-9a-f-]{36})\.svg$/.exec(name)?.[1]
      const isOld = Date.now() - storedAt.getTime() > unusedMs
      if (id && isOld && !(await isLogoUsed(id))) await files.remove(name)
    }
  })
}
