import { useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminHeaders, sentenceOf, withAdminSession } from '#site/admin/lib/call.ts'
import { shrinkPicture } from '#site/lib/forms/shrink-picture.ts'
import { sendWatched } from '#site/lib/forms/upload.ts'

/** Uploads one picture at a time, made smaller on the device. */
export function usePictureUpload(onStored: (url: string) => void) {
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const add = async (file: File) => {
    if (percent !== undefined) return
    setProblem(undefined)
    setPercent(0)
    try {
      const body = new FormData()
      body.append('file', await shrinkPicture(file))
      const watch = {
        onProgress: (part: number) => setPercent(Math.round(part * 100)),
        signal: new AbortController().signal,
      }
      const { url } = await withAdminSession(
        sendWatched<OutputOf<'POST /admin/uploads'>>(
          'POST',
          '/api/admin/uploads',
          body,
          watch,
          adminHeaders(),
        ),
      )
      onStored(url)
    } catch (error) {
      setProblem(sentenceOf(error, 'The picture could not be uploaded. Please try again.'))
    } finally {
      setPercent(undefined)
    }
  }
  return { add, percent, problem }
}
