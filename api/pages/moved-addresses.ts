import { plainPath } from '#api/http/requests/plain-path.ts'
import { type Row, sql } from '#db/sql.ts'

/** A failed read is repeated after this long. */
const againAfterMs = 10_000

/**
 * Finds the published story that had an address at the old site. The list is read once for each `version`, so that
 * unknown addresses cause no queries.
 */
export function movedAddresses() {
  let known = new Map<string, string>()
  let knownVersion: string | undefined
  let pending: Promise<void> | undefined
  let againAt = 0
  const read = async (version: string) => {
    try {
      known = new Map((await listMoved()).map(({ path, storyId }) => [path, storyId]))
      knownVersion = version
    } catch {
      // The 404 page works without a database.
      againAt = Date.now() + againAfterMs
    }
  }
  return async (path: string, version: string): Promise<string | undefined> => {
    if (version !== knownVersion && Date.now() >= againAt) {
      pending ??= read(version).finally(() => {
        pending = undefined
      })
      await pending
    }
    const plain = plainPath(path)
    return plain && known.get(plain)
  }
}

function listMoved() {
  return sql<Row<'moved_addresses', 'path' | 'storyId'>[]>`
    select path, story_id from moved_addresses
    where exists (select from stories where id = story_id and is_published)`
}
