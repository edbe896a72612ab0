import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { fetchPage, findCached, NoRoom, save } from '#site/lib/offline/cache.ts'
import { isCacheable, savedCache } from '#site/lib/offline/rules.ts'
import { offlineMessages, offlineWords } from '#site/messages/offline-messages.ts'
import { showToast } from '#site/ui/toast.ts'
import { canCache, registerWorker, settleOwner } from './register.ts'
import { enoughForWeek, isOfWeek, storiesOfWeek } from './week.ts'

/** Bytes of a story's page on the wire; measured, rounded up. */
const storyBytes = 15 * 1024

interface Listed {
  id: string
  publishedAt: string | null
}

/** Shows how many stories a click would save, and their cost. Resolves to those that are not saved yet. */
export async function showWeek(box: HTMLElement): Promise<Listed[]> {
  const listed: Listed[] = JSON.parse(box.dataset['stories'] ?? '[]')
  let week = storiesOfWeek(listed, Date.now())
  // All known stories are of this week: there may be more.
  if (week.length === listed.length && (listed.length === 0 || isOfWeek(listed[0], Date.now()))) {
    week = storiesOfWeek(await call('GET /stories', { pageSize: enoughForWeek }), Date.now())
  }
  const isHere = await Promise.all(
    week.map(({ id }) => findCached(paths.story(id), savedCache).catch(() => undefined)),
  )
  const wanted = week.filter((_, index) => !isHere[index])
  const size = formatBytes(wanted.length * storyBytes)
  showProgress(
    box,
    wanted.length > 0 ? offlineWords.week(wanted.length, size) : offlineWords.weekHere,
  )
  return wanted
}

/** A click on Save this week's stories. Stories that were saved before an error stay saved. */
export async function saveWeek(button: HTMLElement) {
  const box = button.closest<HTMLElement>('[data-week]')
  if (!box || button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  box.querySelector('[role=status]')?.setAttribute('aria-live', 'polite')
  let done = 0
  let paid = 0
  try {
    if (!canCache()) return showToast(offlineMessages.cannotCache)
    await settleOwner()
    const wanted = await showWeek(box)
    if (wanted.length === 0) return
    await registerWorker()
    // What a reader of a saved story may use without a network, which this page does not load by itself.
    await import('#site/features/shell/listening/listen.ts')
    for (const { id } of wanted) {
      showProgress(box, offlineWords.weekProgress(done + 1, wanted.length))
      const answer = await fetchPage(paths.story(id))
      // Unpublished since.
      if (!isCacheable(answer)) continue
      paid += Number(answer.headers.get('Content-Length')) || storyBytes
      await save(paths.story(id), answer)
      done++
    }
    showProgress(box, offlineWords.weekDone(done, formatBytes(paid)))
  } catch (error) {
    console.warn(error)
    if (done > 0) showProgress(box, offlineWords.weekDone(done, formatBytes(paid)))
    showToast(error instanceof NoRoom ? offlineMessages.noRoom : offlineMessages.notSaved)
  } finally {
    button.ariaBusy = null
    if (done > 0) dispatchEvent(new CustomEvent('kept'))
  }
}

function showProgress(box: HTMLElement, words: string) {
  const place = box.querySelector('[role=status]')
  if (place) place.textContent = words
}
