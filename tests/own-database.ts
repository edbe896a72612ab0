import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest'
import { connect, openDatabase, sql } from '#db/sql.ts'

// Every test file has a database of its own, copied from the migrated template in some 50 ms.
beforeAll(async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = inject('databaseUrl')
  const admin = openDatabase(server.replace('/ascend?', '/postgres?'), { max: 1 })
  await admin.unsafe(`create database ${name} template ascend`)
  await admin.end()
  connect(server.replace('/ascend?', `/${name}?`))
})

afterAll(() => sql.end())

// The network is forbidden: what a test talks to runs on this machine.
const realFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (hostname !== '127.0.0.1') throw new Error(`A test called ${hostname}`)
  return realFetch(input, init)
}

// What is written to console.error is a fault that nobody looked at.
const complaints = vi.spyOn(console, 'error')
afterEach(() => {
  const output = complaints.mock.calls.splice(0)
  expect(output).toEqual([])
})
