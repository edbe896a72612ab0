const token = (name) => `var(--${name})`
const tokens = (...names) => Object.fromEntries(names.map((name) => [name, token(name)]))

/** The tokens of the visual direction as Tailwind's theme; the values are in site/styles/theme.css. */
export default {
  content: ['./site/**/*.{astro,tsx,ts}', '!./site/**/*.test.ts'],
  // A slim reset of our own (site/styles/base.css) takes the place of the 3 KB one.
  corePlugins: { preflight: false },
  theme: {
    screens: { sm: '640px', md: '900px', lg: '1180px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      cream: '#fff8e8',
      night: '#171a33',
      sunrise: '#f6b21a',
      ...tokens(
        'paper',
        'surface',
        'sunk',
        'ink',
        'ink-2',
        'line',
        'line-2',
        'accent',
        'link',
        'ok',
      ),
      ...tokens('hero', 'hero-h', 'hero-fg', 'band-1', 'band-2', 'band-3', 'footer'),
    },
    fontFamily: { display: token('display'), sans: token('sans'), serif: token('serif') },
    extend: {
      spacing: { 18: '4.5rem' },
      maxWidth: { page: '1248px' },
    },
  },
}
