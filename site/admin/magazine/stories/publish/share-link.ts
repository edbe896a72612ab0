import { paths } from '#contract/paths.ts'
import { type Source, sourceParameter } from '#contract/stats.ts'

/** As `sharedPaths` writes it, which would be one more file for the editor to load. */
export function linkTo(
  { id, slug }: { id: string; slug: string | null },
  site = location.origin,
): string {
  return new URL(paths.story(slug ?? id), site).href
}

/** Opens WhatsApp with the story's title and its link, which says that visits come from there. */
export function whatsappLink(title: string, url: string): string {
  const link = new URL(url)
  link.searchParams.set(sourceParameter, 'whatsapp' satisfies Source)
  return `https://wa.me/?${new URLSearchParams({ text: `${title} ${link.href}` })}`
}
