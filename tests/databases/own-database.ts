import { randomUUID } from 'node:crypto'
import { beforeAll, inject } from 'vitest'
import { connect, openDatabase, sql } from '#db/sql.ts'
import { atEndOfFile } from '../end-of-file.ts'

// Every test file has a database of its own, copied from the migrated template in some 50 ms.
beforeAll(async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = inject('databaseUrl')
  const admin = openDatabase(server.replace('/ascend?', '/postgres?'), { max: 1 })
  await admin.unsafe(`create database ${name} template ascend`)
  await admin.end()
  connect(server.replace('/ascend?', `/${name}?`))
  atEndOfFile(() => sql.end())
})
