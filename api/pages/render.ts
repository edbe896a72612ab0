export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Undefined when no page answers to the address. `locals` is what `Astro.locals` holds. */
export type Render = (url: string, locals: object) => Promise<RenderedPage | undefined>
