import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'

// What may become of a story stands in api/magazine/stories/story-lifecycle.ts.

const writing = /\b(update|insert into|delete from)\s+(public\.)?stories\b/i

test('only the queries of the life cycle write the rows of stories', () => {
  const found = sourceFiles().filter(
    (file) =>
      /^(api|scripts)\/.*\.(ts|mjs)$/.test(file) &&
      !file.endsWith('.test.ts') &&
      writing.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual(['api/magazine/stories/story-lifecycle.queries.ts'])
})

test('only the life cycle calls what writes them', () => {
  const queries = readFileSync('api/magazine/stories/story-lifecycle.queries.ts', 'utf8')
  const writers = queries
    .split(/^(?=export )/m)
    .filter((part) => writing.test(part))
    .map((part) => /^export (?:async )?(?:function|const) (\w+)/.exec(part)?.[1])
  expect(writers).toContain('restoreStory')
  const called = new RegExp(`\\b(${writers.join('|')})\\b`)
  const found = sourceFiles().filter(
    (file) =>
      /^(api|scripts)\/.*\.ts$/.test(file) &&
      !/\.test\.ts$|story-lifecycle\.queries\.ts$/.test(file) &&
      called.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual(['api/magazine/stories/story-lifecycle.ts'])
})

test('a write is found, also on a line of its own', () => {
  expect('sql`\n  update stories set publish_at = null`').toMatch(writing)
  expect('sql`update story_drafts set head = 1`').not.toMatch(writing)
})
