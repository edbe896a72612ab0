// Draws the fixed pictures of the site from art/: the hero, the staircases, the covers of the four publications,
// the icons. They are kept in the repository; run it after a change in art/: node tools/draw-art.mjs
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import sharp from 'sharp'

const root = fileURLToPath(new URL('..', import.meta.url))
const { outputFiles } = await build({
  absWorkingDir: root,
  stdin: {
    contents: ['empty-art', 'hero-art', 'page-art', 'publication-art', 'share-art']
      .map((name) => `export * from './art/${name}.ts'`)
      .join('\n'),
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  write: false,
})
const art = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)

const mark = art.drawMark()
const drawings = {
  'site/features/shell/hero/hero-mobile.svg': art.drawHeroMobile(),
  'site/features/shell/hero/hero-desktop-light.svg': art.drawHeroDesktop('light'),
  'site/features/shell/hero/hero-desktop-dark.svg': art.drawHeroDesktop('dark'),
  'site/features/shell/hero/not-found.svg': art.drawNotFoundHero(),
  'site/features/shell/hero/hero-row.svg': art.drawHeroRow(),
  'site/features/shell/about/about-scene.svg': art.drawAboutScene(),
  'site/features/readers/reading/medals.svg': art.drawMedals(),
  'site/features/readers/reading/journey-tiles.svg': art.drawJourneyTiles(),
  'site/features/readers/accounts/sign-in-scene.svg': art.drawSignInScene(),
  ...Object.fromEntries(
    ['stories', 'shop', 'audience', 'settings'].map((place) => [
      `site/layouts/admin/corner-${place}.svg`,
      art.drawAdminCorner(place),
    ]),
  ),
  'site/layouts/admin/foot.svg': art.drawAdminFoot(),
  'site/admin/operations/dashboard/stairs.svg': art.drawDashboardStairs(),
  'site/admin/operations/dashboard/sun.svg': art.drawDashboardSun(),
  'site/admin/newsletter/issues/stairs.svg': art.drawSendingStairs(),
  'site/admin/newsletter/issues/climber.svg': art.drawSendingClimber(),
  'site/ui/tile-row.svg': art.drawTileStrip(),
  'site/ui/staircase.svg': art.drawStaircase('sun'),
  'site/ui/staircase-missing.svg': art.drawStaircase('missing-step'),
  'site/public/favicon.svg': mark,
  'content/publications/growing-right/cover.svg': art.drawPublication('seedling'),
  'content/publications/best-and-brains-full/cover.svg': art.drawPublication('two-busts'),
  'content/publications/question-of-the-mind/cover.svg': art.drawPublication('uli-afro'),
  'content/publications/life-beyond-school/cover.svg': art.drawPublication('walker'),
}
for (const [file, drawing] of Object.entries(drawings))
  await writeFile(new URL(`../${file}`, import.meta.url), drawing)

for (const size of [192, 512]) {
  await sharp(Buffer.from(mark), { density: 1200 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(fileURLToPath(new URL(`../site/public/icon-${size}.png`, import.meta.url)))
}
