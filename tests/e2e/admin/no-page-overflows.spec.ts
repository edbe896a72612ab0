import { runs } from '../../long.ts'
import { expect, test } from '../test.ts'
import { tooWideWithText } from '../too-wide.ts'
import { openEach, pagesOf } from './pages.ts'

for (const percent of [100, 200]) {
  test(`nobody scrolls sideways on the admin pages and nothing is cut, with text at ${percent} %`, async ({
    page,
    request,
  }) => {
    test.setTimeout(runs({ sample: 90_000, long: 900_000 }))
    const wide: string[] = []
    await openEach(page, await pagesOf(request), async (path) => {
      wide.push(...(await tooWideWithText(page, path, percent)))
    })
    expect(wide).toEqual([])
  })
}
