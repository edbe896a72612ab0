import type { Server } from 'node:http'

const reasons: Record<string, string> = {
  EADDRINUSE: 'is taken by another program. Stop it',
  EACCES: 'may not be opened by this user. Put a front server there',
}

/** Rejects with an Error that says what to do; `setting` is the variable that sets the port. */
export async function listen(server: Server, port: number, host: string, setting: string) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? '']
      reject(
        reason ? new Error(`Port ${port} ${reason}, or set ${setting} to another number.`) : error,
      )
    })
    server.listen(port, host, resolve)
  })
}
