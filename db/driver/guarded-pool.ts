import { isConnectionLost, isNoneLeft, readFault } from '#db/driver/database-unavailable.ts'
import { connectionLost, type Database } from './open-database.ts'
import { hookQuery } from './query-hooks.ts'
import { queryTimeout } from './query-timeout.ts'
import { type Pool, resilientPool } from './resilient-pool.ts'

/** A pool, or the one connection of a transaction. */
export interface QueryTarget {
  db: Database
  /** Bounds the wait of a query; it rejects with DatabaseUnavailableError when that is the cause. */
  guard(built: object): object
}

/** A resilient pool on which nothing waits longer than `withinMs`. */
export function guardedPool(url: string, withinMs?: number, isPooled?: boolean) {
  const pools = resilientPool(url, withinMs, isPooled)
  const timeout = queryTimeout(() => pools.suspect('silent'), withinMs)

  const transactionOn = (pool: Pool, giveUp: (fault: unknown) => void) => {
    const transaction = {
      isOver: false,
      abandon(fault: unknown) {
        transaction.isOver = true
        pools.abandon(pool)
        giveUp(fault)
      },
      guard: (built: object) =>
        hookQuery(built, {
          begin(giveUpQuery) {
            if (transaction.isOver) throw new Error('The transaction ended before its work')
            return timeout.enter((fault) => {
              transaction.abandon(fault)
              giveUpQuery(fault)
            }, true)
          },
          readFault(error) {
            const fault = reportFault(error, pool, pools)
            if (isConnectionLost(fault)) transaction.isOver = true
            return fault
          },
        }),
    }
    return transaction
  }

  return {
    /** The target of a query outside of transactions. */
    current(): QueryTarget {
      const pool = pools.current()
      return {
        db: pool.db,
        guard: (built) =>
          hookQuery(built, {
            isAlone: isPooled,
            begin(giveUp) {
              if (pool.isOver()) throw readFault(connectionLost())
              return timeout.enter(giveUp)
            },
            readFault: (error) => reportFault(error, pool, pools),
          }),
      }
    },

    /** A throw rolls the transaction back. */
    async begin<T>(work: (target: QueryTarget) => Promise<T>): Promise<T> {
      const pool = pools.current()
      if (pool.isOver()) throw readFault(connectionLost())
      let giveUp: (fault: unknown) => void = () => {}
      const abandoned = new Promise<never>((_, reject) => {
        giveUp = reject
      })
      const transaction = transactionOn(pool, giveUp)
      let isTooLate = false
      let workError: unknown
      const leaveQueue = timeout.enter((fault) => {
        isTooLate = true
        giveUp(fault)
      })
      let leaveEnd: typeof leaveQueue | undefined
      const runWork = async (db: Database) => {
        leaveQueue()
        if (isTooLate) throw new Error('The transaction timed out before it began')
        try {
          return await work({ db, guard: transaction.guard })
        } catch (error) {
          workError = error
          // A lost connection fails the query first and the transaction a moment later.
          await new Promise(setImmediate)
          throw error
        } finally {
          if (transaction.isOver) await never
          leaveEnd = timeout.enter(transaction.abandon, true)
        }
      }
      const begin = async () => {
        try {
          const result = await pool.db.begin((db) => runWork(db as unknown as Database))
          leaveEnd?.()
          return result as T
        } catch (error) {
          transaction.isOver = true
          // Errors of the work stay as they are: they may be another server's.
          const fault = error === workError ? error : readFault(error)
          leaveQueue(fault)
          leaveEnd?.(fault)
          if (error !== workError) reportFault(error, pool, pools)
          throw fault
        }
      }
      return Promise.race([begin(), abandoned])
    },

    end: pools.end,
  }
}

function reportFault(error: unknown, pool: Pool, pools: ReturnType<typeof resilientPool>) {
  const fault = readFault(error)
  if (isNoneLeft(fault)) pool.connectionRefused()
  if (isConnectionLost(fault)) pools.suspect('lost', pool)
  return fault
}

/** After a lost connection the driver would end the process when anything is sent (porsager/postgres, issue 1208). */
const never = new Promise<never>(() => {})
