import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { roles } from '#contract/roles.ts'
import { inlineText } from '#site/lib/inline-text.mjs'

const script = inlineText(readFileSync(new URL('first-role.js', import.meta.url), 'utf8'))

function roleAtFirstPaint(stored: string | null) {
  const dataset: Record<string, unknown> = {}
  const world = {
    document: { documentElement: { dataset } },
    localStorage: { getItem: (key: string) => (key === 'adminMember' ? stored : null) },
  }
  runInNewContext(script, world)
  return dataset['role']
}

test('a page knows whose token it has before anything is painted, and without one it goes on', () => {
  expect(roleAtFirstPaint(JSON.stringify({ id: 'a', name: 'Ada', role: 'author' }))).toBe('author')
  for (const stored of [null, '', 'null', '{', '[]']) {
    expect(roleAtFirstPaint(stored), String(stored)).toBeUndefined()
  }
})

test('each role hides the links of others', () => {
  const css = readFileSync('site/styles/admin.css', 'utf8')
  for (const role of roles) {
    expect(css).toContain(
      `:root[data-role="${role}"] [data-admin-roles]:not([data-admin-roles~="${role}"])`,
    )
  }
})
