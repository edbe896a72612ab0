import type { Look } from '#contract/settings/look.ts'

/** Of the pictures below, those that style sheets know by properties of these names. */
const backgrounds = [
  'hero-light',
  'hero-dark',
  'hero-row',
  'tiles',
  'journey',
  'steps',
  'admin-tiles',
] as const

/** The pictures of pages that are fetched. Those of Adire are files; another look's are drawn at an address of their own. */
export const sitePictures = [
  ...backgrounds,
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

/** Drawings behind pages in the colours of a look, under the names that style sheets know them by; nothing for Adire. */
export function pictureStyles(
  code: string | undefined,
  names: readonly (typeof backgrounds)[number][] = backgrounds,
): string {
  const properties = names.map((name) => `--${name}:url(/api/art/${code}/${name}.svg)`)
  return code ? `html:root{${properties.join(';')}}` : ''
}

/** The art of stories, books and authors whose addresses are in the text, in the colours of a look. */
export function artInLook(text: string, code: string | undefined): string {
  const art = /(\/api\/art\/(?:story|book|avatar)\/[a-z0-9-]{1,100}\/[0-9a-f]{8})\.svg/g
  return code ? text.replace(art, `$1-${code}.svg`) : text
}

type NamedLook = Pick<Look, 'palette' | 'own' | 'logo'> & { name: string }

/** Letters of Nigerian languages that are no Latin letter with a mark. */
const hooked: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k' }

/** What a drawn logo shows: a letter, a motif, or `mark`, the step mark. Undefined for an uploaded one. */
export function drawnMark({ logo, name }: Pick<NamedLook, 'logo' | 'name'>): string | undefined {
  if (logo.kind === 'file') return undefined
  if (logo.kind === 'motif') return logo.motif
  const [first = ''] = name.trim().normalize('NFD').toLowerCase()
  const letter = hooked[first] ?? first
  return logo.kind === 'letter' && /[a-z]/.test(letter) ? letter : 'mark'
}

/** The folder of a logo's pictures; undefined for Adire's step mark, whose pictures are files of the site. */
function logoFolder(look: NamedLook): string | undefined {
  const code = lookCode(look)
  const mark = drawnMark(look)
  if (look.logo.kind === 'file') return `/api/logos/${look.logo.id}`
  return code || mark !== 'mark' ? `/api/logos/${code ?? 'adire'}-${mark}` : undefined
}

/** Where browsers and systems find the logo. */
export function iconPaths(look: NamedLook) {
  const folder = logoFolder(look)
  return {
    /** Of any size, for addresses and headers. */
    any: folder ? `${folder}/any.svg` : '/favicon.svg',
    sized: (size: 192 | 512) => (folder ? `${folder}/${size}.png` : `/icon-${size}.png`),
    /** With a margin that systems may cut off. */
    maskable: folder ? `${folder}/maskable.png` : undefined,
    /** For home screens that read no manifest. */
    apple: folder ? `${folder}/180.png` : undefined,
  }
}
