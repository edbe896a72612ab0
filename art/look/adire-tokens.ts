/** The colours of Adire (specification 14.1), as site/styles/theme.css and modes.css have them: light, dark, sepia. */
const table = {
  deep: ['#1D2B6B', '#1D2B6B', '#1D2B6B'],
  'deep-2': ['#2B3B8C', '#2B3B8C', '#2B3B8C'],
  warm: ['#B5431D', '#B5431D', '#B5431D'],
  third: ['#1F6E43', '#1F6E43', '#1F6E43'],
  rose: ['#F2B59B', '#F2B59B', '#F2B59B'],
  calico: ['#FBF5E8', '#FBF5E8', '#FBF5E8'],
  halo: ['#FFD877', '#FFD877', '#FFD877'],
  'thread-dye': ['#FFF3D6', '#FFF3D6', '#FFF3D6'],
  sun: ['#F6B21A', '#F6B21A', '#F6B21A'],
  'on-sun': ['#171A33', '#171A33', '#171A33'],
  paper: ['#FBF5E8', '#0E1228', '#F1E2C4'],
  surface: ['#FFFCF5', '#181D3C', '#F8EED9'],
  sunk: ['#F5EAD2', '#131833', '#E9D6B0'],
  ink: ['#171A33', '#F7EFDF', '#38271A'],
  'ink-2': ['#4B4A5C', '#BDB9C9', '#5B4632'],
  line: ['#DDCFB2', '#2D3460', '#D2BB92'],
  'line-2': ['#857657', '#7C83B4', '#85683F'],
  placeholder: ['#6A6557', '#A3A2B8', '#6A5640'],
  brand: ['#1D2B6B', '#F6B21A', '#5B3216'],
  'on-brand': ['#FFF8E8', '#171A33', '#FFF5E2'],
  link: ['#1D2B6B', '#FFD060', '#6B3410'],
  accent: ['#B5431D', '#FF9A66', '#8F3414'],
  ok: ['#1F6E43', '#86D9A4', '#2E5A2F'],
  danger: ['#A3171F', '#FF9C92', '#8E1B14'],
  'danger-bg': ['#FBE4DF', '#3B1620', '#F6D9C6'],
  focus: ['#1D2B6B', '#FFD060', '#5B3216'],
  star: ['#F6B21A', '#F6B21A', '#D9931A'],
  'star-line': ['#7A4B00', '#F6B21A', '#6B4300'],
  hero: ['#F6B21A', '#1F2E75', '#E3B15A'],
  'hero-h': ['#1D2B6B', '#FFC83D', '#4A2C17'],
  'hero-fg': ['#171A33', '#F7EFDF', '#38271A'],
  'hero-sun': ['#DA5A22', '#F6B21A', '#B8541F'],
  'hero-ring': ['#FFD877', '#3C4DA3', '#F0CC88'],
  t1: ['#1D2B6B', '#0E1228', '#4A2C17'],
  t2: ['#B5431D', '#DA5A22', '#8F3414'],
  t3: ['#1F6E43', '#2B8050', '#3F5A2C'],
  t4: ['#FBF5E8', '#F6B21A', '#F8EED9'],
  thread: ['#FFF3D6', '#FFF3D6', '#FFF3D6'],
  'band-1': ['#111A45', '#0E1228', '#4A2C17'],
  'band-2': ['#B5431D', '#8A3216', '#8F3414'],
  'band-3': ['#1F6E43', '#18573A', '#3F5A2C'],
  footer: ['#0F1638', '#080B1C', '#2E1C10'],
  'on-band-1': ['#DDE1F5', '#DDE1F5', '#DDE1F5'],
  'on-band-2': ['#FFE9DC', '#FFE9DC', '#FFE9DC'],
  'on-band-3': ['#DDF0E0', '#DDF0E0', '#DDF0E0'],
  'on-footer': ['#B9BCD3', '#B9BCD3', '#B9BCD3'],
  'band-focus': ['#FFD060', '#FFD060', '#FFD060'],
  'band-accent': ['#FFCF5C', '#FFCF5C', '#FFCF5C'],
  mark: ['#1D2B6B', '#2B3B8C', '#4A2C17'],
} as const satisfies Record<string, readonly [string, string, string]>

export type TokenName = keyof typeof table

export const tokenNames = Object.keys(table) as TokenName[]

export type Tokens = Record<TokenName, string>

/** The colours of a look by theme. Contrast mode has its own, whatever the look. */
export interface LookTokens {
  light: Tokens
  dark: Tokens
  sepia: Tokens
}

export const adireTokens: LookTokens = { light: column(0), dark: column(1), sepia: column(2) }

function column(theme: 0 | 1 | 2): Tokens {
  const values = tokenNames.map((name) => [name, table[name][theme]])
  return Object.fromEntries(values) as Tokens
}
