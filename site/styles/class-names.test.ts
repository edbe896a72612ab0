import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { classNames } from './class-names.mjs'
import { filesOf, stylesOf } from './page-styles.mjs'

describe('the class scan', () => {
  it.each([
    ['an attribute', '<p class="p-16 m-8" id="table">filter</p>', ['p-16', 'm-8']],
    ['a choice', `<p class={look === 'card' ? 'p-16' : 'm-8'} title="resize">`, ['p-16', 'm-8']],
    ['a list', `<p class:list={['p-16', isWide && 'm-8']} lang="table">`, ['p-16', 'm-8']],
    ['a template', `<p className={\`p-16 m-8 \${look}\`} data-x="table">`, ['p-16', 'm-8']],
    [
      'a constant',
      `const cardClass =\n  'p-16 ' +\n  'm-8'\nconst word = 'table'`,
      ['p-16', 'm-8'],
    ],
    [
      'a table of constants',
      `const lookClasses: Record<Look, string> = {\n  'table': 'p-16',\n  filter: 'm-8',\n}\nrun('resize')`,
      ['p-16', 'm-8'],
    ],
    ['a property', `const shared = { className: 'p-16 m-8', title: 'table' }`, ['p-16', 'm-8']],
    ['a function', `const lookClass = (look) => \`p-16 \${looks[look]}\`\nrun('table')`, ['p-16']],
    ['a script', `box.className = 'p-16'\nbox.classList.add('m-8')\nrun('table')`, ['p-16', 'm-8']],
    ['HTML in a text', '`<b class="p-16"><i class=\'m-8\'>table</i></b>`', ['p-16', 'm-8']],
    ['an argument', `<p class={badgeClass('table')} title="filter">`, []],
    ['a declaration', `interface Props {\n  class?: string\n  kind: 'table' | 'filter'\n}`, []],
  ])('%s', (_, source, names) => {
    expect(classNames(source)).toEqual(names)
  })

  it('ignores plain words of the code', async () => {
    const page = fileURLToPath(new URL('../pages/index.astro', import.meta.url))
    const css = await stylesOf(filesOf(page))
    for (const word of ['table', 'filter', 'sepia', 'resize', 'contents', 'static', 'outline'])
      expect(css).not.toContain(`.${word} {`)
  })
})
