import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { hourMs } from '#contract/days.ts'
import { type Files, isFileName, type StoredFile, storageFailed } from './files.ts'
import { type S3Options, s3Files } from './s3-files.ts'

/** A copy takes minutes at most: older temporary files were left by a crash. */
const strayMs = hourMs

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Names that begin with a dot are temporary. */
export function folderFiles(folder: string): Files {
  const root = resolve(folder)
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name`)
    return join(root, name)
  }

  return {
    place: root,

    async store(name, from) {
      const path = pathOf(name)
      const [top = ''] = name.split('/')
      const aside = join(root, name.includes('/') ? top : '', `.${randomUUID()}`)
      try {
        await mkdir(dirname(aside), { recursive: true })
        if (typeof from === 'string') await copyFile(from, aside)
        else await writeFile(aside, from, { mode: 0o600 })
        await sync(aside, 'r+')
        await mkdir(dirname(path), { recursive: true })
        // A link and no rename: the first process to store a file wins.
        await link(aside, path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        // Sync the folders too, so that the name is durable.
        for (let at = dirname(path); at.length >= root.length; at = dirname(at)) await sync(at, 'r')
      } catch (error) {
        throw storageFailed(`Keeping ${name}`, error)
      } finally {
        await rm(aside, { force: true }).catch(() => {})
      }
    },

    async find(name) {
      return fileAt(pathOf(name)).find(name)
    },

    async read(name, part) {
      return fileAt(pathOf(name)).read(name, part)
    },

    async remove(name) {
      const path = pathOf(name)
      try {
        await rm(path, { force: true })
        // The last width of a picture takes its folder along.
        if (name.split('/').length > 2) await rmdir(dirname(path)).catch(() => {})
      } catch (error) {
        throw storageFailed(`Removing ${name}`, error)
      }
    },

    async *list(folder) {
      const names = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(
        (error) => {
          if (isMissing(error)) return []
          throw storageFailed(`Listing ${folder}`, error)
        },
      )
      for (const entry of names) {
        const path = join(entry.parentPath, entry.name)
        const name = path.slice(root.length + 1)
        if (!entry.isFile() || !isFileName(name)) continue
        const found = await this.find(name)
        if (found) yield found
      }
    },

    async removeLeftovers() {
      for (const folder of [root, ...storedFolders.map((name) => join(root, name))]) {
        // No file was stored there yet.
        const names = await readdir(folder).catch(() => [])
        for (const name of names.filter((name) => isAside(folder === root, name))) {
          const path = join(folder, name)
          // It may have been finished in this very moment.
          const found = await stat(path).catch(() => undefined)
          if (found && found.mtimeMs < Date.now() - strayMs) await rm(path, { recursive: true })
        }
      }
    },
  }
}

const storedFolders = ['books', 'publications', 'share-pictures', 'stamped', 'uploads']

/** The root holds other things of the service. */
function isAside(isRoot: boolean, name: string): boolean {
  return isRoot ? /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name) : name.startsWith('.')
}

/** The one file at a local path, whatever its name. */
export function fileAt(path: string): Pick<Files, 'find' | 'read'> {
  return {
    async find(name) {
      try {
        return await describe(name, path)
      } catch (error) {
        throw storageFailed(`Looking for ${name}`, error)
      }
    },

    async read(name, part) {
      try {
        const file = await open(path)
        return file.createReadStream(part)
      } catch (error) {
        if (isMissing(error)) throw new Error(`${path} is missing`, { cause: error })
        throw storageFailed(`Reading ${name}`, error)
      }
    },
  }
}

async function describe(name: string, path: string): Promise<StoredFile | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!found?.isFile()) return undefined
  const { size, mtimeMs, mtime } = found
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  return { name, bytes: size, etag, storedAt: mtime }
}

async function sync(path: string, flags: string) {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

export async function openFiles(where: {
  dataDir: string
  s3: S3Options | undefined
}): Promise<Files> {
  return where.s3 ? s3Files(where.s3) : folderFiles(where.dataDir)
}
