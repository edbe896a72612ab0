import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sitePictures } from '#contract/magazine/art-look.ts'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { categoryArt } from '#contract/magazine/category-look.ts'
import { defaultLook } from '#contract/settings/look.ts'
import { drawAvatar } from './avatar-art.ts'
import { bookInk, drawBook } from './book-art.ts'
import { dyed } from './dyed.ts'
import { drawNotFoundHero, drawStaircase } from './empty-art.ts'
import { drawHeroMobile } from './hero-art.ts'
import { drawMark } from './logo-art.ts'
import { drawDashboardStairs, drawDashboardSun } from './page-art.ts'
import { dyes, type PaletteName, paletteNames, palettes, visibleBefore } from './palettes.ts'
import { dress } from './people.ts'
import { pick, pickSome, randomFrom } from './random.ts'
import { shareBook, shareSite, shareStory } from './share-art.ts'
import { drawSitePicture } from './site-art.ts'
import { drawStory } from './story-art.ts'

/** Each category with its palette and that palette's partner. */
const storyPalettes: Record<string, readonly [PaletteName, PaletteName]> = {
  'Editorial Commentary': ['harmattan', 'paper'],
  'Fiction with Moral Lessons': ['leaf', 'paper'],
  'Success Stories from Humble Backgrounds': ['dawn', 'rose'],
  'Faith and Inspiration': ['rose', 'dawn'],
  'Politics and Profiles': ['laterite', 'adire'],
  'Education and Leadership': ['adire', 'laterite'],
  'Lifestyle and Culture': ['paper', 'harmattan'],
  'Achievement in Schools (Primary, Secondary & Tertiary)': ['harmattan', 'paper'],
  'Motivational Column for Positive Living': ['laterite', 'adire'],
  'Career Guide and Counseling': ['paper', 'harmattan'],
  'Campus News from Nigerian Institutions': ['leaf', 'paper'],
  'Educational Development News': ['dawn', 'rose'],
  'School Features & Highlights': ['rose', 'dawn'],
  'A category of tomorrow': ['paper', 'harmattan'],
}

const bookPalettes: Record<string, readonly PaletteName[]> = {
  Novel: ['adire', 'rose', 'laterite'],
  Guide: ['leaf', 'dawn'],
  Fiction: ['rose', 'harmattan', 'adire'],
  Policy: ['laterite', 'paper'],
  Educational: ['harmattan', 'dawn'],
  Biography: ['paper', 'laterite'],
  'Self-Help': ['dawn', 'leaf'],
  'Career Development': ['paper', 'adire'],
  'Youth Development': ['leaf', 'dawn'],
  Motivational: ['dawn', 'laterite'],
  'Magazine Issue': ['adire'],
  'Article Collection': ['harmattan'],
  'A category of tomorrow': paletteNames,
}

const storyCategories = Object.keys(storyPalettes)
const bookCategories = Object.keys(bookPalettes)

/** The seeds of thirty imagined titles of a category. */
const seedsOf = (category: string) =>
  Array.from({ length: 30 }, (_, title) => seedOf(`Title ${title}`, category))

const inAdire = (drawing: string) => dyed(drawing, defaultLook)

const stories = storyCategories.flatMap((category) =>
  seedsOf(category).map((seed) => ({ category, seed, svg: inAdire(drawStory(category, seed)) })),
)
const books = bookCategories.flatMap((category) =>
  seedsOf(category).map((seed) => ({ category, seed, svg: inAdire(drawBook(category, seed)) })),
)

const inlined = [
  drawHeroMobile(),
  drawNotFoundHero(),
  drawDashboardStairs(),
  drawDashboardSun(),
  drawStaircase('sun'),
  drawStaircase('missing-step'),
]
const standing = [
  ...sitePictures.map((name) => drawSitePicture(name, defaultLook)),
  ...[
    ...seedsOf('author').map(drawAvatar),
    ...['mark', ...'abcdefghijklmnopqrstuvwxyz', 'gem'].map(drawMark),
    shareSite('mark'),
    ...storyCategories.map((category) => shareStory(category, seedOf('One', category))),
    ...bookCategories.map((category) => shareBook(category, seedOf('One', category))),
  ].map(inAdire),
]
const everyPicture = [
  ...stories.map((story) => story.svg),
  ...books.map((book) => book.svg),
  ...inlined,
  ...standing,
]

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The colour of the first thing drawn: every default picture starts with its ground. */
const groundOf = (svg: string) => /<path fill="(#[0-9A-F]+)" d="M0 0h/.exec(svg)?.[1]

describe('the seed', () => {
  test('is FNV-1a over the UTF-8 bytes of title and category', () => {
    const slowly = (text: string) => {
      let hash = 0x811c9dc5n
      for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x1000193n) % 2n ** 32n
      return hash.toString(16).padStart(8, '0')
    }
    expect(seedOf('', '')).toBe('f90c4a3b')
    for (const title of ['', 'First Salary', 'Ẹ̀kọ́ ni ìmọ́lẹ̀', '📚']) {
      expect(seedOf(title, 'Novel')).toBe(slowly(`${title}|Novel`))
    }
  })

  test('ships to the browser in less than 250 bytes', () => {
    const source = readFileSync(
      new URL('../contract/magazine/art-seed.ts', import.meta.url),
      'utf8',
    )
    const { code } = transformSync(source, { loader: 'ts', minify: true, format: 'esm' })
    expect(code.length).toBeLessThan(250)
  })

  test('starts the same sequence of numbers each time, spread over 0 to 1', () => {
    const [one, other] = [randomFrom('00c0ffee'), randomFrom('00c0ffee')]
    const numbers = Array.from({ length: 1000 }, () => one())
    expect(Array.from({ length: 1000 }, () => other())).toEqual(numbers)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(mean(numbers)).toBeCloseTo(0.5, 1)
  })

  test('picks different entries, and throws for an empty list', () => {
    const random = randomFrom('00c0ffee')
    expect(new Set(pickSome(random, [1, 2, 3, 4], 4)).size).toBe(4)
    expect(() => pick(random, [])).toThrow(RangeError)
  })
})

describe('default pictures', () => {
  test('do not change while a story keeps its title and category', () => {
    for (const { category, seed, svg } of stories)
      expect(inAdire(drawStory(category, seed))).toBe(svg)
  })

  test('do not change while a book keeps its title and category', () => {
    for (const { category, seed, svg } of books) expect(inAdire(drawBook(category, seed))).toBe(svg)
  })

  test('differ between neighbouring stories', () => {
    const pictures = new Set(stories.map((story) => story.svg))
    expect(pictures.size).toBeGreaterThan(stories.length * 0.9)
  })

  test('of a story have the palette of its category, one time in three its partner', () => {
    let partners = 0
    for (const { category, svg } of stories) {
      const [own, partner] = storyPalettes[category] ?? []
      const grounds = [own, partner].map((name) => name && inAdire(palettes[name].bg))
      // A quilt covers its ground, which is drawn first all the same.
      expect(grounds).toContain(groundOf(svg))
      if (groundOf(svg) === grounds[1]) partners += 1
    }
    expect(partners / stories.length).toBeGreaterThan(0.28)
    expect(partners / stories.length).toBeLessThan(0.4)
  })

  test('of a book have any of the palettes of its category', () => {
    for (const category of bookCategories) {
      const own = books.filter((book) => book.category === category)
      const grounds = new Set(own.map((book) => groundOf(book.svg)))
      expect(grounds).toEqual(
        new Set(bookPalettes[category]?.map((name) => inAdire(palettes[name].bg))),
      )
    }
  })

  test('have a cream title on dark covers and an ink one on light ones', () => {
    const dark: (string | undefined)[] = [dyes.deep, dyes.warm, dyes.third].map(inAdire)
    for (const { category, seed, svg } of books) {
      expect(bookInk(category, seed)).toBe(dark.includes(groundOf(svg)) ? 'cream' : 'ink')
    }
  })

  test('treat a property name of objects as an unknown category', () => {
    for (const category of ['constructor', '__proto__', '', 'sunrise']) {
      expect(drawStory(category, '00c0ffee')).toContain('viewBox="0 0 120 80"')
      expect(drawBook(category, '00c0ffee')).toContain('viewBox="0 0 80 120"')
    }
  })

  test('show people in colours that contrast with what is behind them', () => {
    const robes = [dyes.calico, dyes.third, dyes.ember, dyes.sun]
    for (const name of paletteNames) {
      const palette = palettes[name]
      const behind = [palette.bg, palette.sun]
      const random = randomFrom(seedOf(name, 'people'))
      for (let person = 0; person < 200; person += 1) {
        const bright = visibleBefore(behind, robes)
        const options = { robes: [palette.front, ...bright], bagShare: 0.5 }
        const { robe, cloth, bag } = dress(random, palette, options)
        for (const colour of behind) expect([robe, cloth, bag]).not.toContain(colour)
        expect([cloth, bag]).not.toContain(robe)
      }
    }
  })
})

describe('every picture', () => {
  test('holds no words, styles, scripts or addresses', () => {
    for (const svg of everyPicture) {
      expect(svg).not.toMatch(/<text|<style|style=|<script|\son\w+=|<image|url\(/)
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:/)
    }
  })

  test('is well-formed: what opens closes, and every use has its definition', () => {
    for (const svg of everyPicture) {
      const open: string[] = []
      for (const [, closing, name = '', rest = ''] of svg.matchAll(/<(\/?)([a-z]+)([^<>]*)>/g)) {
        if (closing) expect(open.pop()).toBe(name)
        else if (!rest.endsWith('/')) open.push(name)
        expect(rest.replace(/\/$/, '')).toMatch(/^(\s[a-zA-Z-]+="[^"]*")*$/)
      }
      expect(open).toEqual([])
      for (const [, id] of svg.matchAll(/href="#(\w+)"/g)) expect(svg).toContain(` id="${id}"`)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  test('may share a page with any other: an id always names the same drawing', () => {
    const drawings = new Map<string, string>()
    for (const svg of everyPicture) {
      for (const [element, , id = ''] of svg.matchAll(/<(g|path) id="(m\w)".*?(?:\/>|<\/g>)/g)) {
        expect(drawings.get(id) ?? element).toBe(element)
        drawings.set(id, element)
      }
    }
    for (const { svg } of [...stories, ...books]) {
      const patch = /id="(q\w+)"/.exec(svg)?.[1]
      if (!patch) continue
      expect(drawings.get(patch) ?? svg).toBe(svg)
      drawings.set(patch, svg)
    }
  })

  test('writes numbers short: two decimals, three where dots go round a circle', () => {
    for (const svg of everyPicture) {
      const plain = svg.replace(/scale\([\d.]+\)/g, '')
      expect(plain).not.toMatch(/\.\d{4}|[^\d]0\.\d/)
      expect(plain.replace(/dasharray="[^"]*"/g, '')).not.toMatch(/\.\d{3}/)
    }
  })

  test('renders as an image', async () => {
    const one = storyCategories.map((category) =>
      inAdire(drawStory(category, seedOf('One', category))),
    )
    const covers = seedsOf('Policy').slice(0, 12)
    const pictures = [
      ...one,
      ...covers.map((seed) => inAdire(drawBook('Policy', seed))),
      ...standing,
    ]
    for (const svg of pictures) {
      const { data, info } = await sharp(Buffer.from(svg))
        .resize(60, 60, { fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([60, 60])
      expect(new Set(data).size).toBeGreaterThan(3)
    }
  })

  test('for sharing is 1200 by 630', async () => {
    for (const svg of [shareSite('mark'), shareStory('', '0'), shareBook('', '0')]) {
      expect(await sharp(Buffer.from(inAdire(svg))).metadata()).toMatchObject({
        width: 1200,
        height: 630,
      })
    }
  })

  test('takes the theme from the page where it is inlined, and never elsewhere', () => {
    for (const svg of inlined) expect(svg).toMatch(/"var\(--(t1|hero-sun)\)"/)
    for (const svg of standing) expect(svg).not.toContain('var(')
  })
})

describe('the weight on a metered connection', () => {
  const packed = (svg: string) => gzipSync(svg).length

  test('of a story picture: 1.8 KB on average and 2.6 KB at most, .7 KB on the wire', () => {
    const sizes = stories.map((story) => story.svg.length)
    expect(mean(sizes)).toBeLessThan(1800)
    expect(Math.max(...sizes)).toBeLessThan(2600)
    const onTheWire = stories.map((story) => packed(story.svg))
    expect(mean(onTheWire)).toBeLessThan(700)
    expect(Math.max(...onTheWire)).toBeLessThan(1000)
  })

  test('of a cover: 2 KB at most, .8 KB on the wire', () => {
    expect(Math.max(...books.map((book) => book.svg.length))).toBeLessThan(2000)
    expect(Math.max(...books.map((book) => packed(book.svg)))).toBeLessThan(800)
  })

  test('of the hero: 1.9 KB on the wire', () => {
    expect(drawHeroMobile().length).toBeLessThan(9600)
    expect(packed(drawHeroMobile())).toBeLessThan(1.95 * 1024)
    expect(drawSitePicture('hero-light', defaultLook).length).toBeLessThan(11_100)
    expect(packed(drawSitePicture('hero-light', defaultLook))).toBeLessThan(1.95 * 1024)
  })
})

test('a category that was given art is drawn as it', () => {
  const seed = seedOf('One', 'Two')
  const climb = drawStory('Achievement in Schools (Primary, Secondary & Tertiary)', seed)
  expect(drawStory('art-climb-harmattan', seed)).toBe(climb)
  expect(drawBook('art-adire', seed)).toBe(drawBook('Magazine Issue', seed))
  const unknown = drawStory('A category of tomorrow', seed)
  for (const code of categoryArt.stories.filter((one) => !one.startsWith('quilt')))
    expect(drawStory(`art-${code}`, seed), code).not.toBe(unknown)
  expect(drawStory('art-climb-mud', seed)).toBe(unknown)
})
