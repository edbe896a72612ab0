import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '#tests/source-files.ts'
import { advisoryLocks } from './advisory-locks.ts'

test('no two kinds of work share an advisory lock', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('every advisory lock is in the list', () => {
  const locking = sourceFiles().filter(
    (file) => /^(api|db)\/.*(?<!\.test)\.ts$/.test(file) && file !== 'db/advisory-locks.ts',
  )
  const elsewhere = locking.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const asked = [...text.matchAll(/pg_(?:try_)?advisory_\w*lock\w*\(([^)]*)/g)]
    // By words, or by a number of this moment (`key`).
    const isListed = (number = '') => /^\$\{(?:advisoryLocks\.\w+|key)\}|^hashtext/.test(number)
    return asked.filter(([, number]) => !isListed(number)).map(([whole]) => `${file} ${whole}`)
  })
  expect(elsewhere).toEqual([])
})
