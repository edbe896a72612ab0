/**
 * How many lines of `.ts`, `.tsx`, `.astro`, `.mjs`, `.css` and `.sql` the project may have, without tests, examples and
 * demo content. The next issues may raise it: Studio by 3,000, Open by 1,500, Trust by 2,000, Read by 2,500, Light by
 * 1,000. Beyond that a decision record says why.
 */
export const lineBudget = 141_339

/** How many of them style sheets may have: what classes of Tailwind can say stands on the elements. */
export const styleBudget = 1_500

const isCounted = /\.(ts|tsx|astro|mjs|css|sql)$/
const isLeftOut = /^tests\/|\.test\.tsx?$|\.examples\.tsx$|(^|\/)demo[./]/

/** Lines by top folder; `.` has the files beside them. */
export function countLines(files: string[], read: (file: string) => string) {
  const counts: Record<string, number> = {}
  for (const file of files.filter((name) => isCounted.test(name) && !isLeftOut.test(name))) {
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
    counts[folder] = (counts[folder] ?? 0) + read(file).split('\n').length - 1
  }
  return counts
}

/** Lines of all style sheets. */
export function countStyleLines(files: string[], read: (file: string) => string) {
  const sheets = files.filter((file) => file.endsWith('.css'))
  return Object.values(countLines(sheets, read)).reduce((sum, count) => sum + count, 0)
}
