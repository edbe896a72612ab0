import { type Source, sourceParameter } from '#contract/stats.ts'

/** Opens WhatsApp with the story's title and its link, which says that visits come from there. */
export function whatsappLink(title: string, url: string): string {
  const link = new URL(url)
  link.searchParams.set(sourceParameter, 'whatsapp' satisfies Source)
  return `https://wa.me/?${new URLSearchParams({ text: `${title} ${link.href}` })}`
}
