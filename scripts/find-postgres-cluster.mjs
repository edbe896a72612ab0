import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebian, onPath } from './find-program.mjs'

const versions = '/usr/lib/postgresql'

/** Debian has a folder for each version; the newest one is taken. */
function findServer() {
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))
}

/**
 * What a Postgres that survives is made of (deploy/postgres): on this machine, or installed. Throws a sentence that says
 * what to do when one of them is missing.
 */
export function findPostgresCluster() {
  const find = () => ({
    patroni: onPath(['patroni']),
    etcd: onPath(['etcd']),
    haproxy: onPath(['haproxy'], ['/usr/sbin']),
    pgbouncer: onPath(['pgbouncer'], ['/usr/sbin']),
    postgres: findServer(),
  })
  const packages = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql']
  if (Object.values(find()).includes(undefined)) installDebian(...packages)
  const { patroni, etcd, haproxy, pgbouncer, postgres } = find()
  if (patroni && etcd && haproxy && pgbouncer && postgres)
    return { patroni, etcd, haproxy, pgbouncer, postgres }
  throw new Error(
    `No cluster of Postgres to test: install ${packages.join(', ')} (Debian packages).`,
  )
}
