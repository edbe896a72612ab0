import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { plainPage } from './error-handler.ts'

const title = 'One moment'
const silent = 'We cannot answer just now. Please try again in a moment.'

test.each([
  ['deploy/front/nginx.conf', [silent, errors.tooMany[1]]],
  ['deploy/server/caddy.conf', [silent]],
  ['deploy/varnish/ascend.vcl', [silent]],
])('while no service answers, %s has the same error page', async (file, sentences) => {
  const rules = await readFile(file, 'utf8')
  for (const sentence of sentences) expect(rules).toContain(plainPage(sentence, { title }))
  expect(rules.match(/<!doctype html>/g)).toHaveLength(sentences.length)
})
