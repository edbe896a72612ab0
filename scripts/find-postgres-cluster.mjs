import { existsSync } from 'node:fs'
import { onPath } from './find-program.mjs'

const folder = '/usr/lib/postgresql/15/bin'

/**
 * What a Postgres that survives is made of (deploy/postgres), on this machine. Not installed by itself: Debian starts a
 * server of each. Throws a sentence that says what to do when one of them is missing.
 */
export function findPostgresCluster() {
  const patroni = onPath(['patroni'])
  const etcd = onPath(['etcd'])
  const haproxy = onPath(['haproxy'], ['/usr/sbin'])
  const pgbouncer = onPath(['pgbouncer'], ['/usr/sbin'])
  if (patroni && etcd && haproxy && pgbouncer && existsSync(`${folder}/postgres`)) {
    return { patroni, etcd, haproxy, pgbouncer, postgres: folder }
  }
  throw new Error(
    'No cluster of Postgres to test: install patroni, python3-etcd, etcd-server, haproxy, pgbouncer and postgresql-15 (Debian packages).',
  )
}
