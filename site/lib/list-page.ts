/**
 * One page of a list for a page of the site; an address that asks for more pages than there are gets the last.
 * `ask` fetches the given page.
 */
export async function listPage<T>(
  wanted: number,
  size: number,
  ask: (page: number) => Promise<{ output: T[]; total?: number }>,
): Promise<{ items: T[]; total: number; page: number }> {
  const { output, total = 0 } = await ask(wanted)
  const last = Math.max(1, Math.ceil(total / size))
  if (wanted <= last) return { items: output, total, page: wanted }
  return { items: (await ask(last)).output, total, page: last }
}
