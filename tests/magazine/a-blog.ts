import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { idOf } from '../../scripts/import/found-story.ts'
import type { ImportOptions } from '../../scripts/import/import-stories.ts'
import { wordPressSource } from '../../scripts/import/wordpress.ts'
import { aMove } from './import-runs.ts'
import { aWxr, type WxrPost } from './wordpress-export.ts'

let sites = 0

/** A WordPress of its own, so that tests do not meet each other's posts. */
export async function aBlog() {
  const address = `https://old${++sites}.example`
  const move = await aMove()
  const file = join(move.folder, 'export.xml')
  return {
    ...move,
    address,
    id: (post: number) => idOf(`wordpress:${address.slice(8)}:${post}`),
    async run(posts: WxrPost[] | string, options: Partial<ImportOptions> = {}) {
      const xml = typeof posts === 'string' ? posts : aWxr(posts, { address })
      const own = xml
        .replaceAll('//old.example', address.slice(6))
        .replaceAll('www.old.example', `www.${address.slice(8)}`)
      await writeFile(file, own)
      return move.run(await wordPressSource(file), options)
    },
  }
}
