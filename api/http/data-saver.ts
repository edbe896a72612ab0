import type { IncomingHttpHeaders } from 'node:http'

export const dataSaverCookie = 'data_saver'

/** Whether pages are to come without pictures: the reader's own switch says so, else what the browser asks for. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const own = /(?:^|; )data_saver=(on|off)/.exec(headers.cookie ?? '')?.[1]
  return own ? own === 'on' : headers['save-data']?.toString().toLowerCase() === 'on'
}
