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
    contents: [
      "export { defaultLook } from './contract/settings/look.ts'",
      "export { sitePictures } from './contract/magazine/art-look.ts'",
      ...['dyed', 'empty-art', 'hero-art', 'logo-art', 'page-art', 'site-art'].map(
        (name) => `export * from './art/${name}.ts'`,
      ),
    ].join('\n'),
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  write: false,
})
const art = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)

/** Where the file of a fetched picture stands; those that are not named are publications. */
const files = {
  'hero-light': 'site/features/shell/hero/hero-desktop-light.svg',
  'hero-dark': 'site/features/shell/hero/hero-desktop-dark.svg',
  'hero-row': 'site/features/shell/hero/hero-row.svg',
  tiles: 'site/ui/pictures/tile-row.svg',
  journey: 'site/features/readers/reading/journey-tiles.svg',
  steps: undefined,
  'admin-tiles': 'site/layouts/admin/admin-tiles.svg',
  medals: 'site/features/readers/reading/medals.svg',
  'corner-stories': 'site/layouts/admin/corner-stories.svg',
  'corner-shop': 'site/layouts/admin/corner-shop.svg',
  'corner-audience': 'site/layouts/admin/corner-audience.svg',
  'corner-settings': 'site/layouts/admin/corner-settings.svg',
  foot: 'site/layouts/admin/foot.svg',
  'empty-stairs': 'site/admin/ui/lists/empty-stairs.svg',
  'sending-stairs': 'site/admin/newsletter/issues/stairs.svg',
  climber: 'site/ui/pictures/climber.svg',
}
const look = art.defaultLook
const mark = art.dyed(art.drawMark(), look)
const inlined = {
  'site/features/shell/hero/hero-mobile.svg': art.drawHeroMobile(),
  'site/features/shell/hero/not-found.svg': art.drawNotFoundHero(),
  'site/features/shell/about/about-scene.svg': art.drawAboutScene(),
  'site/features/readers/accounts/sign-in-scene.svg': art.drawSignInScene(),
  'site/admin/operations/dashboard/stairs.svg': art.drawDashboardStairs(),
  'site/admin/operations/dashboard/sun.svg': art.drawDashboardSun(),
  'site/ui/pictures/staircase.svg': art.drawStaircase('sun'),
  'site/ui/pictures/staircase-missing.svg': art.drawStaircase('missing-step'),
}
const fetched = art.sitePictures
  .map((name) => [
    name in files ? files[name] : `content/publications/${name}/cover.svg`,
    art.drawSitePicture(name, look),
  ])
  .filter(([file]) => file)
const drawings = { ...inlined, ...Object.fromEntries(fetched), 'site/public/favicon.svg': mark }
for (const [file, drawing] of Object.entries(drawings))
  await writeFile(new URL(`../${file}`, import.meta.url), drawing)

for (const size of [192, 512]) {
  await sharp(Buffer.from(mark), { density: 1200 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(fileURLToPath(new URL(`../site/public/icon-${size}.png`, import.meta.url)))
}
