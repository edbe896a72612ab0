import type { Files } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { type S3Options, s3Files } from './s3-files.ts'

export async function openFiles(where: {
  dataDir: string
  s3: S3Options | undefined
}): Promise<Files> {
  return where.s3 ? s3Files(where.s3) : folderFiles(where.dataDir)
}
