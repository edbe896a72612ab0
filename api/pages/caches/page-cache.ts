import { ByteCache } from '#api/http/answers/byte-cache.ts'
import type { Answer } from '#api/http/answers/respond.ts'

/** Pages that are the same for everybody, rendered once for each data version. */
export class PageCache {
  private readonly pages: ByteCache<Answer>
  /** Simultaneous requests share one rendering. */
  private readonly rendering = new Map<string, Promise<Answer | undefined>>()
  private version = -1

  constructor(name: string, mostBytes: number) {
    this.pages = new ByteCache(name, mostBytes)
  }

  /** A cached page only; renders nothing. */
  peek(key: string, version: number): Answer | undefined {
    return version === this.version ? this.pages.find(key) : undefined
  }

  /** `version` is the data's, read after the request came in. */
  async find(
    key: string,
    version: number,
    render: () => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    this.moveTo(version)
    const known = this.pages.find(key)
    if (known) return known
    // A page whose rendering began before a change must not be served after it.
    const name = `${version} ${key}`
    let page = this.rendering.get(name)
    if (!page) {
      page = this.add(key, version, render).finally(() => this.rendering.delete(name))
      this.rendering.set(name, page)
    }
    return page
  }

  private async add(key: string, version: number, render: () => Promise<Answer | undefined>) {
    const page = await render()
    // A missing page is not cached by its address, of which there is any number.
    if (page?.status === 200 && version === this.version) this.store(key, page)
    return page
  }

  /** Keeps an answer, that of a missing page too. */
  put(key: string, version: number, page: Answer) {
    this.moveTo(version)
    if (!this.pages.find(key)) this.store(key, page)
  }

  private moveTo(version: number) {
    if (version === this.version) return
    this.pages.clear()
    this.version = version
  }

  private store(key: string, page: Answer) {
    this.pages.put(key, page, bytesOf(page))
  }
}

/** Includes the compressed variants, about a quarter each. */
function bytesOf({ variants }: Answer): number {
  return (variants.identity?.body.length ?? 0) * 1.5
}
