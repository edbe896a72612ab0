import * as z from 'zod/mini'

/** The ready palettes and the names that people read. */
export const readyPalettes = {
  adire: 'Adire',
  harmattan: 'Harmattan',
  palm: 'Palm',
  kola: 'Kola',
  lagoon: 'Lagoon',
  zobo: 'Zobo',
  'night-market': 'Night market',
  newsprint: 'Newsprint',
} as const

export const headlineFaces = {
  ojuju: 'Ojuju',
  'noto-serif-display': 'Noto Serif Display',
  'noto-sans': 'Noto Sans',
  andika: 'Andika',
} as const

export const motifs = [
  'step',
  'oniko',
  'leaf',
  'comb',
  'gem',
  'seed',
  'river',
  'cowrie',
  'arewa',
  'uli',
  'ray',
] as const

const logo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step') }),
  z.object({ kind: z.literal('letter') }),
  z.object({ kind: z.literal('motif'), motif: z.enum(motifs) }),
  z.object({ kind: z.literal('file'), id: z.uuid() }),
])

export const notAColour = 'Write a colour as # and six letters or digits: #E86A17'

export const lookSchema = z.object({
  palette: z.enum(namesOf(readyPalettes)),
  /** One colour of their own, as `#E86A17`: it takes the place of one dye of the palette nearest to it. */
  own: z.exactOptional(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, notAColour), z.toUpperCase())),
  face: z.enum(namesOf(headlineFaces)),
  logo,
})

export type Look = z.infer<typeof lookSchema>
export type ReadyPalette = Look['palette']
export type HeadlineFace = Look['face']
export type Logo = Look['logo']
export type Motif = (typeof motifs)[number]

/** The specification's words for how the magazine looks. */
export const defaultLook: Look = { palette: 'adire', face: 'ojuju', logo: { kind: 'step' } }

function namesOf<Name extends string>(table: Record<Name, string>): Name[] {
  return Object.keys(table) as Name[]
}
