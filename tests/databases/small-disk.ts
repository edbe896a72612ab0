import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { appendFile, rm, statfs } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { atEndOfFile } from '../end-of-file.ts'
import { aFolder } from '../folders.ts'

export interface SmallDisk {
  folder: string
  /** Whether it is full for other programs too. */
  isReal: boolean
  /** Takes up all the room that is left, but for so many bytes. */
  fill(butFor?: number): Promise<void>
  /** Makes room again. */
  makeRoom(): Promise<void>
}

/**
 * A folder on a disk of its own that can be full: a real file system in memory, mounted by root, or by anybody in a
 * namespace of their own, into which this process looks from outside. Where neither may be had, the system's calls
 * that write below the folder fail as they do on a full disk.
 */
export async function aSmallDisk(megabytes = 4): Promise<SmallDisk> {
  const folder = await aFolder()
  const size = `size=${megabytes}m`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]).status === 0) {
    atEndOfFile(() => spawnSync('umount', ['-l', folder]))
    return onDisk(folder)
  }
  return (await inNamespace(folder, size)) ?? pretended(folder)
}

async function inNamespace(folder: string, size: string): Promise<SmallDisk | undefined> {
  const script = `mount -t tmpfs -o ${size} tmpfs "$0" && echo mounted && exec cat`
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  atEndOfFile(() => holder.kill())
  const isThere = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
    once(holder, 'error').then(() => false),
  ])
  if (!isThere) return undefined
  const seen = join(`/proc/${holder.pid}/root`, folder)
  return fs.existsSync(seen) ? onDisk(seen) : undefined
}

function onDisk(folder: string): SmallDisk {
  const ballast = join(folder, '.ballast')
  return {
    folder,
    isReal: true,
    async fill(butFor = 0) {
      const { bavail, bsize } = await statfs(folder)
      const room = bavail * bsize - butFor
      if (room > 0) await appendFile(ballast, Buffer.alloc(room))
    },
    makeRoom: () => rm(ballast, { force: true }),
  }
}

/** Opening for writing is what fails, so that nothing of a file is there. */
function pretended(folder: string): SmallDisk {
  let isFull = false
  const real = { ...fs.promises }
  const isBelow = (path: unknown) => String(path).startsWith(folder)
  const full = (path: unknown) =>
    Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), {
      code: 'ENOSPC',
      syscall: 'write',
    })
  const refusing = (name: 'writeFile' | 'mkdir' | 'copyFile' | 'open', at: number) => {
    const call = real[name] as (...args: unknown[]) => Promise<unknown>
    const isRead = (flags: unknown) => name === 'open' && (flags === undefined || flags === 'r')
    Object.assign(fs.promises, {
      [name]: async (...args: unknown[]) => {
        if (isFull && isBelow(args[at]) && !isRead(args[1])) throw full(args[at])
        return call(...args)
      },
    })
  }
  for (const name of ['writeFile', 'mkdir', 'open'] as const) refusing(name, 0)
  refusing('copyFile', 1)
  // Streams open their file with this one.
  const openFile = fs.open
  const opening = (path: fs.PathLike, flags: unknown, ...rest: unknown[]) => {
    const call = [path, flags, ...rest] as unknown as Parameters<typeof openFile>
    const isWrite = isFull && isBelow(path) && /[wa+]/.test(String(flags))
    if (!isWrite) return openFile(...call)
    process.nextTick(rest.at(-1) as (error: Error) => void, full(path))
  }
  Object.assign(fs, { open: opening })
  syncBuiltinESMExports()
  atEndOfFile(() => {
    Object.assign(fs, { open: openFile })
    Object.assign(fs.promises, real)
    syncBuiltinESMExports()
  })
  return {
    folder,
    isReal: false,
    async fill() {
      isFull = true
    },
    async makeRoom() {
      isFull = false
    },
  }
}
