import type {
  Address,
  FileAddress,
  InputOf,
  OutputOf,
  RedirectAddress,
} from '#contract/endpoints/contract.ts'

/** The lines that answer with data: a file is linked to, and so is a redirect. */
export type Callable = Exclude<Address, FileAddress | RedirectAddress>

/** What `Astro.locals.call` is: the browser's call answered in-process; lists come with their whole count. */
export type CallOnServer = <A extends Callable>(
  address: A,
  input: InputOf<A>,
) => Promise<{ output: OutputOf<A>; total?: number }>
