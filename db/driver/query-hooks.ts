/** What is private to the driver in a query, and used here. */
interface DriverQuery {
  handler(query: DriverQuery): void
  resolve(result: unknown): void
  reject(fault: unknown): void
  options: { prepare?: boolean; onexecute?: (connection: object) => boolean }
}

interface QueryHooks {
  /**
   * It is called when the query is about to be sent; a throw rejects it unsent. `giveUp` rejects it while it is under
   * way. Returns what is called at its end.
   */
  begin(giveUp: (fault: unknown) => void): (fault?: unknown) => void
  /** Turns what the driver rejected with into what the caller gets. */
  readFault(error: unknown): unknown
  /**
   * Nothing is sent behind it before its reply. PgBouncer before 1.21 gives the server's connection away at the first
   * reply, and what was sent meanwhile gets none.
   */
  isAlone?: boolean | undefined
}

/** Calls the hooks around the sending of a query. Everything else passes unchanged. */
export function hookQuery(built: object, { begin, readFault, isAlone }: QueryHooks): object {
  const query = built as DriverQuery
  // Names, lists and parts of a query are not sent by themselves.
  if (typeof query.handler !== 'function') return built
  if (isAlone) query.options.onexecute = () => false
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
 * After a result that broke off, the next one on that connection has holes and lacks its first row (porsager/postgres,
 * issue 1181).
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
 * Plans the query each time. From the sixth time on Postgres may choose one plan for every text: 80 ms in place of 1
 * among 10,000 books.
 */
export function plannedEachTime<Query extends object>(query: Query): Query {
  ;(query as unknown as DriverQuery).options.prepare = false
  return query
}

/** The driver calls `reject` even when the query's stream was handed out. */
export function onQueryFault(query: object, reject: (fault: unknown) => void): void {
  Object.assign(query, { reject })
}
