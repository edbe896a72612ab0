import type { Address, FileAddress, InputOf, OutputOf } from '#contract/endpoints/contract.ts'

/** What `Astro.locals.call` is: the browser's call answered in-process; lists come with their whole count. */
export type CallOnServer = <A extends Exclude<Address, FileAddress>>(
  address: A,
  input: InputOf<A>,
) => Promise<{ output: OutputOf<A>; total?: number }>
