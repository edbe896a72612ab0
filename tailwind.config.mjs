import plugin from 'tailwindcss/plugin.js'
import { classNames } from './site/styles/class-names.mjs'

const token = (name) => `var(--${name})`
const tokens = (...names) => Object.fromEntries(names.map((name) => [name, token(name)]))
const scale = (from, to, value) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, n) => [n + from, value(n + from)]))
const pixels = (from, to) => scale(from, to, (n) => `${n}px`)
/** A look has its own drawing at another address. This one is as the sheet sees it, which stands in site/styles. */
const drawing = (name, file) => `var(--${name}, ${file})`
const badges = ['gold', 'blue', 'sky', 'green', 'red', 'purple', 'orange', 'grey']

/**
 * The visual direction as Tailwind's theme; the values of the tokens are in site/styles/theme.css.
 * A number is pixels, as in the design: `p-16`, `text-18`. Behind a slash, or in `leading-116`, it is a line height in
 * hundredths.
 */
export default {
  content: {
    files: ['./site/**/*.{astro,tsx,ts}', '!./site/**/*.test.ts'],
    // Tailwind gives `extract` one line at a time; a list of classes may take several.
    transform: Object.fromEntries(
      ['astro', 'tsx', 'ts'].map((kind) => [kind, (source) => classNames(source).join('\n')]),
    ),
    extract: (line) => [line],
  },
  darkMode: ['selector', '[data-theme="dark"]'],
  corePlugins: {
    // A slim reset of our own (site/styles/base.css) takes the place of the 3 KB one.
    preflight: false,
    // Colours are written out, without a variable for their opacity.
    backgroundOpacity: false,
    borderOpacity: false,
    textOpacity: false,
  },
  theme: {
    // 360, 640, 900 and 1180 px; who reads with larger text gets the narrower layout at the same width.
    screens: { xs: '22.5em', sm: '40em', md: '56.25em', lg: '73.75em' },
    colors: {
      inherit: 'inherit',
      transparent: 'transparent',
      current: 'currentColor',
      white: '#fff',
      black: '#000',
      cream: '#fff8e8',
      sunrise: token('sun'),
      alarm: '#a3171f',
      // Secondary text on the strong colours.
      ...tokens('on-band-1', 'on-band-2', 'on-band-3', 'on-footer'),
      ...tokens('paper', 'surface', 'sunk', 'ink', 'ink-2', 'line', 'line-2', 'track'),
      ...tokens('placeholder', 'brand', 'on-brand', 'link', 'accent', 'ok', 'danger', 'danger-bg'),
      ...tokens('focus', 'star', 'star-line', 'thread', 't1', 't2', 't3', 't4', 'mark'),
      ...tokens('hero', 'hero-h', 'hero-fg', 'hero-sun', 'hero-ring'),
      ...tokens('band-1', 'band-2', 'band-3', 'footer', 'deep', 'deep-2', 'on-sun'),
      ...tokens(...badges, ...badges.map((name) => `on-${name}`)),
    },
    spacing: { ...pixels(0, 128), 1.5: '1.5px' },
    borderRadius: { 0: '0', 2: '2px', full: '50%', spine: '1px 3px 3px 1px' },
    borderWidth: { DEFAULT: '1px', 0: '0', 1.5: '1.5px', 2: '2px', 3: '3px', 4: '4px', 6: '6px' },
    fontFamily: {
      display: token('display'),
      sans: token('sans'),
      serif: token('serif'),
      mono: 'ui-monospace, monospace',
    },
    fontWeight: { normal: 400, medium: 500, semibold: 600, bold: 700, heavy: 760 },
    fontSize: {
      ...pixels(11, 150),
      15.5: '15.5px',
      // What grows with the reader's font size: `text-18r` is 18 px where that is 16.
      ...Object.fromEntries(
        [14, 15, 15.5, 16, 17, 18, 19, 20, 21].map((n) => [`${n}r`, `${n / 16}rem`]),
      ),
    },
    lineHeight: {
      ...scale(70, 190, (n) => String(n / 100)),
      // The reader's own line spacing, and what is set closer or wider than that.
      lines: token('lines'),
      ...Object.fromEntries(
        [-15, -10, -5, 5, 8, 10].map((n) => [
          `lines${n > 0 ? '+' : ''}${n}`,
          `calc(var(--lines) ${n > 0 ? '+' : '-'} ${Math.abs(n) / 100})`,
        ]),
      ),
    },
    letterSpacing: { 0: '0', close: '-0.01em', closer: '-0.02em', closest: '-0.025em' },
    backgroundImage: {
      none: 'none',
      tiles: drawing('tiles', "url('../ui/pictures/tile-row.svg')"),
      journey: drawing('journey', "url('../features/readers/reading/journey-tiles.svg')"),
      chevron: `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23857657' stroke-width='2.5'%3E%3Cpath d='m6 9 6 6 6-6'/%3E%3C/svg%3E")`,
      steps: drawing(
        'steps',
        `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 8'%3E%3Cpath fill='%23f6b21a' d='M0 8V6h2V4h2V2h2V0h4v2h2v2h2v2h2v2z'/%3E%3C/svg%3E")`,
      ),
      'admin-tiles': drawing('admin-tiles', "url('../layouts/admin/admin-tiles.svg')"),
      // Of the hero, which has one for each theme.
      scene: token('scene'),
      'scene-row': `${token('scene')}, ${drawing('hero-row', "url('../features/shell/hero/hero-row.svg')")}`,
    },
    keyframes: {
      slide: { from: { transform: 'translateX(-100%)' } },
      skeleton: { to: { opacity: '0.55' } },
      rise: { from: { transform: 'translateY(16px)', opacity: '0' } },
    },
    animation: {
      slide: 'slide 220ms ease-out',
      rise: 'rise 220ms ease-out',
      skeleton: 'skeleton 1.2s infinite alternate ease-in-out',
    },
    extend: {
      listStyleType: { square: 'square' },
      maxWidth: { wrap: '1248px', text: '712px' },
      textUnderlineOffset: { 3: '3px', 5: '5px' },
      outlineOffset: { 3: '3px' },
      outlineWidth: { 3: '3px' },
      textDecorationThickness: { 3: '3px' },
      aria: { current: 'current', invalid: 'invalid="true"' },
      transitionDuration: { DEFAULT: '160ms', 600: '600ms' },
      transitionTimingFunction: { ramp: 'steps(10)' },
    },
  },
  plugins: [
    plugin(({ addVariant, addUtilities, matchUtilities, theme }) => {
      addVariant('js', '&:is(.js *)')
      addVariant('no-js', '&:is(html:not(.js) *)')
      addVariant('signed-in', '&:is([data-signed-in] *)')
      addVariant('signed-out', '&:is(html:not([data-signed-in]) *)')
      addVariant('lite', '&:is([data-lite] *)')
      addVariant('full', '&:is(html:not([data-lite]) *)')
      addVariant('in-band', '&:is(.band *)')
      // Of a card in the grid of stories, by its place, and of what is in it.
      const places = { lead: ['1'], side: ['2', '3'], across: ['4', '5', '0'] }
      for (const [name, ends] of Object.entries(places)) {
        const at = ends.map((end) => `:nth-child(6n + ${end})`).join(', ')
        addVariant(name, `&:is(${at})`)
        addVariant(`in-${name}`, `&:is(.card:is(${at}) *)`)
      }
      // What floats over the page casts a shadow.
      addUtilities({ '.shadow-float': { 'box-shadow': '0 12px 32px -12px rgb(23 26 51 / 0.28)' } })
      // Not laid out while it is far below the screen, and as high as `--height` says until then. For a jump into the
      // page and on paper all of it is laid out.
      addUtilities({
        '@media screen': {
          ':root:not(:has(:target)) .offscreen': {
            'content-visibility': 'auto',
            'contain-intrinsic-height': 'auto var(--height)',
          },
        },
      })
      // The band of `bg-steps`, cut out of a ground of any colour.
      addUtilities({
        '.cut-steps': {
          '--band': `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 8'%3E%3Cpath d='M0 8V6h2V4h2V2h2V0h4v2h2v2h2v2h2v2z'/%3E%3C/svg%3E")`,
          mask: 'var(--band) 0 0 / 48px 24px',
        },
      })
      // The size of one step of a cut (site/styles/base.css).
      matchUtilities({ step: (size) => ({ '--s': size }) }, { values: theme('spacing') })
      // One of the tiles of `bg-tiles`, each 44 px wide.
      matchUtilities(
        { tile: (place) => ({ 'background-position-x': place }) },
        { values: scale(0, 12, (n) => `${-44 * n}px`) },
      )
    }),
  ],
}
