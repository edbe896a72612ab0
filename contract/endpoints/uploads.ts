import * as z from 'zod/mini'
import { ReceivedFile } from '../received-file.ts'
import { endpoint } from './endpoint.ts'

export const uploads = {
  /** Multipart, the picture in the field `file`. */
  'POST /uploads': endpoint({
    who: 'reader',
    input: z.object({
      file: z.instanceof(ReceivedFile, { error: 'Please choose a file to upload' }),
    }),
    output: z.object({ url: z.string(), width: z.int(), height: z.int() }),
    status: 201,
  }),
}
