import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { pictureStore } from '#api/magazine/uploads/store-picture.ts'
import { sql } from '#db/sql.ts'
import type { Source } from '../../scripts/import/found-story.ts'
import { type ImportOptions, importStories } from '../../scripts/import/import-stories.ts'
import { readAuthorRoles, readCategoryMap } from '../../scripts/import/mapping-files.ts'
import { openPictures } from '../../scripts/import/picture-sources.ts'
import { aFolder } from '../folders.ts'
import { aPicture } from './pictures.ts'

/** A folder of pictures beside an export, and a way to import with it. */
export async function aMove() {
  const folder = await aFolder()
  const pictures = join(folder, 'uploads')
  await mkdir(pictures)
  return {
    folder,
    pictures,
    async picture(name: string, color = '#a5402d') {
      const path = join(pictures, name)
      await mkdir(dirname(path), { recursive: true })
      const type = name.endsWith('.png') ? 'png' : 'jpeg'
      await writeFile(path, await aPicture(60, 40, color).toFormat(type).toBuffer())
    },
    async run(source: Source, options: Partial<ImportOptions> = {}) {
      const files = folderFiles(folder)
      return importStories(source, {
        name: folder,
        pictures: await openPictures(pictures),
        categories: await readCategoryMap(undefined),
        roles: await readAuthorRoles(undefined),
        asDrafts: false,
        isDryRun: false,
        files,
        storePicture: pictureStore(files),
        ...options,
      })
    },
  }
}

/** With its old addresses. */
export async function findMoved(id: string) {
  const [story] = await sql`
    select *, array(select path from moved_addresses where story_id = id order by path) as addresses
    from stories where id = ${id}`
  return story ?? {}
}

/** A text's blocks, whatever ids its pictures have. */
export function outlineOf(story: Record<string, unknown>): string[] {
  return String(story['content'])
    .replace(/\/uploads\/[0-9a-f-]{36}\/1600\.webp/g, 'UP')
    .split('\n\n')
}

export const reasonsOf = ({ problems }: Awaited<ReturnType<typeof importStories>>) =>
  problems.map(({ reason }) => reason).sort()
