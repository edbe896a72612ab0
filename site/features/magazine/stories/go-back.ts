import { paths } from '#contract/paths.ts'
import { openPath } from '#site/lib/offline/open-page.ts'

interface Entry {
  url: string | null
}
/** The browser's Navigation API, where it has one. */
interface Navigation {
  entries(): Entry[]
  currentEntry: { index: number } | null
}

/** Goes back to the page from which the reader came, or calls `follow` when that is not on this site. */
export function goBack(follow: () => void) {
  const steps = stepsBack()
  if (steps > 0) history.go(-steps)
  else follow()
}

/**
 * How many entries back in the history the previous page is; 0 when it is not on this site.
 * A reader who signed in on the way has it there twice, with the sign-in pages in between.
 */
function stepsBack(): number {
  const { navigation } = window as { navigation?: Navigation }
  const here = pathOf(location.href)
  const passed = [here, openPath(), paths.signIn()]
  const isPassed = (path: string) => passed.includes(path)
  if (!navigation?.currentEntry) {
    const { origin } = location
    const from = document.referrer.startsWith(`${origin}/`) ? pathOf(document.referrer) : here
    return isPassed(from) || history.length < 2 ? 0 : 1
  }
  const { index } = navigation.currentEntry
  const before = navigation.entries().slice(0, index)
  const found = before.findLastIndex(({ url }) => url !== null && !isPassed(pathOf(url)))
  return found < 0 ? 0 : index - found
}

function pathOf(address: string): string {
  return new URL(address).pathname
}
