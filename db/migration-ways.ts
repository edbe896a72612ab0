/** How a migration runs; its first line says so, unless it is one transaction. */
export type Way = 'transaction' | 'concurrently' | 'batches'

const marks: Record<string, Way> = {
  '-- concurrently': 'concurrently',
  '-- in batches': 'batches',
}

export function readWay(text: string): Way {
  return marks[text.split('\n', 1)[0]?.trim() ?? ''] ?? 'transaction'
}

export interface ConcurrentIndex {
  name: string
}

const concurrentIndex =
  // unchecked pattern: it reads our own migrations.
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) ([a-z_][a-z0-9_]*)\b[^;]*;?$/i

/** The one statement of a migration that runs outside of a transaction; throws when it is something else. */
export function readConcurrentIndex(text: string): ConcurrentIndex {
  const statement = text.replace(/--.*$/gm, '').trim().replace(/\s+/g, ' ')
  const name = concurrentIndex.exec(statement)?.[1]
  if (name) return { name: name.toLowerCase() }
  throw new Error(
    'It must be one statement: create index concurrently if not exists …, or drop index concurrently if exists …',
  )
}
