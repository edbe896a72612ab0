import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Which machines the rules of a database of three machines let in (deploy/postgres/nftables.conf).

const rules = readFileSync('deploy/postgres/nftables.conf', 'utf8')
const guide = readFileSync('docs/how-to/run-a-postgres-that-survives.md', 'utf8')

const portsOf = (words: string) => [...words.matchAll(/\$\{(\w+_PORT)\}/g)].map(([, name]) => name)
const input = (/chain input \{(.*?)\n {2}\}/s.exec(rules)?.[1] ?? '')
  .split('\n')
  .map((line) => line.trim())
  .filter(Boolean)

test('etcd is reachable only from the three database machines', () => {
  const etcd = ['ETCD_PORT', 'ETCD_PEER_PORT']
  const accepting = input.filter((line) => line.endsWith(' accept') && line !== 'iif lo accept')
  const letIn = Object.fromEntries(
    accepting.map((line) => [/^ip saddr @(\w+) /.exec(line)?.[1], portsOf(line)]),
  )
  expect(letIn).toEqual({
    databases: [...etcd, 'PATRONI_PORT', 'POSTGRES_PORT'],
    services: ['PATRONI_PORT', 'POSTGRES_PORT'],
  })
  // What was not let in until then is dropped, whatever it comes by.
  expect(input.at(-1)).toMatch(/^tcp dport \{.*\} drop$/)
  expect(portsOf(input.at(-1) ?? '')).toEqual(letIn['databases'])
})

test('the guide sets every variable of the rules, and loads them before etcd starts', () => {
  for (const [, name] of rules.matchAll(/\$\{(\w+)\}/g)) expect(guide).toMatch(`\n${name}=`)
  const loads = guide.indexOf('systemctl restart nftables')
  expect(loads).toBeGreaterThan(0)
  expect(loads).toBeLessThan(guide.indexOf('enable --now etcd'))
})
