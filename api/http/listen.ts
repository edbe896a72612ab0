import type { Server } from 'node:http'

const why: Record<string, string> = {
  EADDRINUSE: 'is taken by another program. Stop it',
  EACCES: 'may not be opened by this user. Put a front server there',
}

/** Listens. Throws an Error that says what to do when it cannot; `setting` is what names the port. */
export async function listen(server: Server, port: number, host: string, setting: string) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const known = why[error.code ?? '']
      reject(
        known ? new Error(`Port ${port} ${known}, or set ${setting} to another number.`) : error,
      )
    })
    server.listen(port, host, resolve)
  })
}
