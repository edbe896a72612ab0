import type { BusinessPart } from '#contract/settings/business.ts'
import { hasRows, type Row, sql } from '#db/sql.ts'

export type BusinessRow = Row<'business_settings', 'version' | 'changedAt' | 'changedBy'> & {
  part: BusinessPart
  sealed: Buffer | null
}

export function listBusiness() {
  return sql<BusinessRow[]>`
    select part, sealed, version, changed_at, changed_by from business_settings`
}

/** Resolves to false when it was changed since `version`. Null takes it away. */
export function setBusiness(
  part: BusinessPart,
  { sealed, version, by }: { sealed: Buffer | null; version: number; by: string },
): Promise<boolean> {
  if (version === 0) {
    return hasRows(sql`
      insert into business_settings (part, sealed, changed_by) values (${part}, ${sealed}, ${by})
      on conflict do nothing`)
  }
  return hasRows(sql`
    update business_settings
    set sealed = ${sealed}, version = version + 1, changed_at = now(), changed_by = ${by}
    where part = ${part} and version = ${version}`)
}
