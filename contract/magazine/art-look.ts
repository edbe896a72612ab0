import type { Look } from '#contract/settings/look.ts'

/** The pictures of pages that are fetched. Those of Adire are files; another look's are drawn at an address of their own. */
export const sitePictures = [
  'hero-light',
  'hero-dark',
  'hero-row',
  'tiles',
  'journey',
  'steps',
  'admin-tiles',
  'medals',
  'corner-stories',
  'corner-shop',
  'corner-audience',
  'corner-settings',
  'foot',
  'empty-stairs',
  'sending-stairs',
  'climber',
  'growing-right',
  'best-and-brains-full',
  'question-of-the-mind',
  'life-beyond-school',
] as const

export type SitePicture = (typeof sitePictures)[number]

/**
 * How addresses of drawn pictures, which are cached for ever, name the colours of a look: `zobo`, or for a colour of its
 * own `e86a17`. Undefined for Adire, whose addresses say nothing.
 */
export function lookCode({ palette, own }: Pick<Look, 'palette' | 'own'>): string | undefined {
  if (own) return own.slice(1).toLowerCase()
  return palette === 'adire' ? undefined : palette
}

/** `file`: the picture's address in Adire. */
export function sitePicture(code: string | undefined, name: SitePicture, file: string): string {
  return code ? `/api/art/${code}/${name}.svg` : file
}

/** The art of stories, books and authors whose addresses are in the text, in the colours of a look. */
export function artInLook(text: string, code: string | undefined): string {
  const art = /(\/api\/art\/(?:story|book|avatar)\/[a-z0-9-]{1,100}\/[0-9a-f]{8})\.svg/g
  return code ? text.replace(art, `$1-${code}.svg`) : text
}
