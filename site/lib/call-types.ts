import type {
  Address,
  FileAddress,
  InputOf,
  OutputOf,
  RedirectAddress,
} from '#contract/endpoints/contract.ts'

/** Endpoints that answer with data: files and redirects are linked to. */
export type Callable = Exclude<Address, FileAddress | RedirectAddress>

/** The type of `Astro.locals.call`: the browser's call answered in-process; lists have their total. */
export type CallOnServer = <A extends Callable>(
  address: A,
  input: InputOf<A>,
) => Promise<{ output: OutputOf<A>; total?: number }>
