/** What is private to the driver in a query, and replaced or changed here. */
interface DriverQuery {
  handler(query: DriverQuery): void
  resolve(result: unknown): void
  reject(fault: unknown): void
  options: { prepare?: boolean }
}

interface QueryHooks {
  /**
   * Called when the query is about to be sent; what it throws is what the query rejects with, unsent. `giveUp` rejects
   * the query while it is under way. Returns what is called when the query has ended.
   */
  begin(giveUp: (fault: unknown) => void): (fault?: unknown) => void
  /** Turns what the driver rejected with into what the caller gets. */
  readFault(error: unknown): unknown
}

/** Calls the hooks around the sending of a query. Anything else that the driver builds passes as it is. */
export function hookQuery(built: object, { begin, readFault }: QueryHooks): object {
  const query = built as DriverQuery
  // Names and lists are not sent, and parts of a query are sent by the query that they are part of.
  if (typeof query.handler !== 'function') return built
  const send = query.handler
  query.handler = () => {
    const { resolve, reject } = query
    let ended: (fault?: unknown) => void
    try {
      ended = begin((fault) => reject.call(query, fault))
    } catch (fault) {
      reject.call(query, fault)
      return
    }
    query.resolve = (result) => {
      ended()
      resolve.call(query, withoutHoles(result))
    }
    query.reject = (error) => {
      const fault = readFault(error)
      ended(fault)
      reject.call(query, fault)
    }
    send(query)
  }
  return built
}

/**
 * The driver goes on counting where a result broke off in its rows (porsager/postgres, issue 1181): the next result on
 * that connection begins with as many holes, and its first row is missing.
 */
function withoutHoles(result: unknown): unknown {
  if (Array.isArray(result) && result.length > 0 && !(0 in result)) {
    result.splice(
      0,
      result.findIndex((_, index) => index in result),
    )
  }
  return result
}

/**
 * For a query whose best plan hangs on the text that is looked for. From the sixth time on Postgres may take one plan for
 * every text, and a pattern that is in every row wants another than one that is in none: among 10,000 books it took
 * 80 ms in place of 1. This query is planned each time.
 */
export function plannedEachTime<Query extends object>(query: Query): Query {
  ;(query as unknown as DriverQuery).options.prepare = false
  return query
}

/** From now on the driver rejects the query with this: it calls `reject` even when the query's stream was handed out. */
export function onQueryFault(query: object, reject: (fault: unknown) => void): void {
  Object.assign(query, { reject })
}
