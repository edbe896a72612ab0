import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { classNames, renameClasses } from './class-names.mjs'
import { filesOf, stylesOf } from './page-styles.mjs'
import { renameSelectors, shortNames } from './short-classes.mjs'

const page = fileURLToPath(new URL('../pages/index.astro', import.meta.url))

it('gives each utility one short name, in the sources and in the sheet', async () => {
  const names = await shortNames()
  expect(new Set(names.values()).size).toBe(names.size)
  expect([...names.values()].filter((short) => !/^[a-z]{1,3}$/.test(short))).toEqual([])

  const written = await stylesOf(filesOf(page))
  const taken = new Set([...written.matchAll(/\.([a-z]{1,3})(?![\w\\-])/g)].map(([, name]) => name))
  expect(taken).toContain('js')
  expect([...names.values()].filter((short) => taken.has(short))).toEqual([])
  const sheet = renameSelectors(written, names)
  for (const file of filesOf(page)) {
    const source = readFileSync(file, 'utf8')
    const utilities = classNames(source).filter((name) => names.has(name))
    expect(new Set(classNames(renameClasses(source, names)))).toEqual(
      new Set(classNames(source).map((name) => names.get(name) ?? name)),
    )
    for (const name of utilities) expect(sheet, name).toMatch(selector(names.get(name)))
  }
})

it('does not rename classes with rules of their own, nor other words', async () => {
  const names = new Map([['p-16', 'a']])
  expect(renameClasses(`<p class="p-16 card" title="p-16">p-16</p>`, names)).toBe(
    `<p class="a card" title="p-16">p-16</p>`,
  )
  expect(renameSelectors('.card .p-16{padding:16px}', names)).toBe('.card .a{padding:16px}')
})

const selector = (name = '') => new RegExp(`\\.${name}(?![\\w-])`)
