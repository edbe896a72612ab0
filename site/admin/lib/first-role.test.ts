import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { roles } from '#contract/roles.ts'
import { storyStore } from '#site/admin/magazine/stories/editor/story-store.ts'
import { inlineText } from '#site/lib/pages/inline-scripts.mjs'
import { adminKeys } from './token.ts'

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

test('an admin page knows the role of its token before the first paint', () => {
  expect(roleAtFirstPaint(JSON.stringify({ id: 'a', name: 'Ada', role: 'author' }))).toBe('author')
  for (const stored of [null, '', 'null', '{', '[]']) {
    expect(roleAtFirstPaint(stored), String(stored)).toBeUndefined()
  }
})

test('scripts that may import nothing use the storage keys of the modules', () => {
  const read = (path: string) => readFileSync(`site/admin/${path}`, 'utf8')
  expect(read('lib/first-role.js')).toContain(`'${adminKeys.member}'`)
  const { token, tasks } = adminKeys
  expect(read('operations/dashboard/preload-tasks.enhance.ts')).toContain(
    `{ token: '${token}', tasks: '${tasks}' }`,
  )
  const preloadDraft = read('magazine/stories/editor/preload-draft.enhance.ts')
  expect(preloadDraft).toContain(`'${token}'`)
  expect(preloadDraft).toContain(`\`${storyStore.copyKey}$`)
})

test('a role does not see the links of other roles', () => {
  const css = readFileSync('site/styles/admin.css', 'utf8')
  const isHidden = (role: string) => `[data-admin-roles]:not([data-admin-roles~="${role}"])`
  for (const role of roles) {
    expect(css).toContain(`:root[data-role="${role}"] ${isHidden(role)}`)
  }
  // Nobody sees two links to a place before the first answer, which says whose token it is.
  expect(css).toContain(`:root:not([data-role]) ${isHidden('owner')}`)
})
