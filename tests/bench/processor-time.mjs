// Seconds of processor time by part of the stack, out of /proc.
import { readdirSync, readFileSync } from 'node:fs'

const ticksASecond = 100
const guard = 'ascend-postgres-guard'

/** All processes now: parent, seconds, and what they are called by. */
function processes() {
  const all = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
      // Its own, and of children that have ended: what lives is counted by itself.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      all.set(Number(name), { parent: Number(fields[1]), seconds: ticks / ticksASecond })
    } catch {
      // It has ended meanwhile.
    }
  }
  return all
}

function isGuard(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(guard)
  } catch {
    return false
  }
}

/**
 * Adds up what each part takes, of all the processes that it ever had. `pidOf(name)` is its first process now; the
 * embedded Postgres is a part of its own, whoever started it.
 */
export function watchProcessors(names, pidOf) {
  const before = new Map()
  const taken = new Map()
  const parentOf = new Map()
  const isDatabase = new Map()
  let isCounting = false
  const look = () => {
    const all = processes()
    const children = new Map()
    for (const [pid, { parent }] of all) {
      children.set(parent, [...(children.get(parent) ?? []), pid])
    }
    // What ended was waited for by its parent, whose seconds now hold what was counted already.
    for (const [pid, seconds] of before) {
      if (all.has(pid)) continue
      const parent = parentOf.get(pid)
      if (before.has(parent)) before.set(parent, before.get(parent) + seconds)
      before.delete(pid)
    }
    const add = (part, pid) => {
      const one = all.get(pid)
      if (!one) return
      parentOf.set(pid, one.parent)
      if (!isDatabase.has(pid)) isDatabase.set(pid, part === 'postgres' || isGuard(pid))
      const whose = isDatabase.get(pid) ? 'postgres' : part
      // The first look is where counting starts; a process that starts later counts from its beginning.
      const known = before.get(pid) ?? (isCounting ? 0 : one.seconds)
      taken.set(whose, (taken.get(whose) ?? 0) + Math.max(0, one.seconds - known))
      before.set(pid, one.seconds)
      for (const child of children.get(pid) ?? []) add(whose, child)
    }
    for (const name of names) add(name, pidOf(name))
    isCounting = true
  }
  look()
  const timer = setInterval(look, 1000)
  const [began, wholeBefore] = [Date.now(), wholeMachine()]
  return () => {
    clearInterval(timer)
    look()
    return {
      seconds: (Date.now() - began) / 1000,
      parts: Object.fromEntries(taken),
      machine: wholeMachine() - wholeBefore,
    }
  }
}

/** Seconds that all processors of this machine were busy. */
function wholeMachine() {
  const [line] = readFileSync('/proc/stat', 'utf8').split('\n')
  const fields = line.trim().split(/\s+/).slice(1).map(Number)
  const [user, nice, system, , , interrupts, soft] = fields
  return (user + nice + system + interrupts + soft) / ticksASecond
}
