import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#db/driver/open-database.ts'
import { atEndOfFile } from '../end-of-file.ts'

/** A database without a table, as a hosting company hands it out: its owner has no rights beyond it. */
export async function anEmptyDatabase(): Promise<{ db: Database; url: string }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const server = inject('databaseUrl')
  const admin = openDatabase(server.replace('/ascend?', '/postgres?'), { max: 1 })
  await admin.unsafe(`create role ${name} login nosuperuser`)
  await admin.unsafe(`create database ${name} owner ${name}`)
  await admin.end()
  const url = server.replace('/ascend?', `/${name}?`).replace('//app@', `//${name}@`)
  const db = openDatabase(url, { max: 3 })
  atEndOfFile(() => db.end())
  return { db, url }
}
