import type { IncomingHttpHeaders } from 'node:http'

export const dataSaverCookie = 'data_saver'

/** The reader's own setting, else the browser's request header. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const own = /(?:^|; )data_saver=(on|off)/.exec(headers.cookie ?? '')?.[1]
  return own ? own === 'on' : headers['save-data']?.toString().toLowerCase() === 'on'
}
