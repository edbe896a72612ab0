import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { largestStored, mostPixels } from '#contract/picture-limits.ts'
import { formatOf, type PictureFile } from './picture-sources.ts'

/** Not at uploads, which anybody can send: these come from the publisher's own folder, in a process of its own. */
const decoders = ['VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

async function isOther(file: PictureFile): Promise<boolean> {
  const format = await formatOf(file)
  return format === 'webp' || format === 'gif'
}

function open(file: PictureFile) {
  sharp.unblock({ operation: decoders })
  return sharp(file.path, { limitInputPixels: mostPixels })
}

/** Whether only its first picture can be shown. */
export async function isMoving(file: PictureFile): Promise<boolean> {
  if (!(await isOther(file))) return false
  const { pages = 1 } = await open(file)
    .metadata()
    .catch(() => ({ pages: 1 }))
  return pages > 1
}

/**
 * The file itself, or a WebP or GIF as a PNG beside it, of the first picture and no larger than it is shown. A damaged one
 * stays what it is, and is refused when it is stored.
 */
export async function withStorable<T>(
  file: PictureFile,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (!(await isOther(file))) return use(file.path)
  const folder = await mkdtemp(join(tmpdir(), 'ascend-picture-'))
  const path = join(folder, 'picture.png')
  try {
    const written = await open(file)
      .resize({ ...largestStored, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toFile(path)
      .catch(() => undefined)
    return await use(written ? path : file.path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
