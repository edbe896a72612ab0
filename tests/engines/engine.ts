/** Something on a page that a person can use. */
export interface Control {
  press(): Promise<void>
  type(text: string): Promise<void>
}

/** What a browser is asked to do, the same for all; functions run in the page and see nothing outside themselves. */
export interface Engine {
  goto(url: string): Promise<void>
  run<Result, Args extends unknown[]>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  find<Args extends unknown[]>(
    work: (...args: Args) => Element | undefined,
    ...args: Args
  ): Promise<Control | undefined>
  screenshot(path: string): Promise<void>
  /** The names of all cookies, those that no script sees as well. */
  cookies(): Promise<string[]>
  /** Errors that the browser itself told of. */
  faults(): string[]
  close(): Promise<void>
}

/** A browser that has been started, and opens a window without any past for each walk. */
export interface Browser {
  open(width: number): Promise<Engine>
  close(): Promise<void>
}
