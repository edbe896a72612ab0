/** The size of one of our own files, without fetching it; 0 when it is unknown. */
export async function bytesOf(address: string): Promise<number> {
  const { headers } = await fetch(address, { method: 'HEAD' })
  return Number(headers.get('Content-Length'))
}
