import { isAmong, newsroom } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatAgo, formatCount } from '#site/admin/lib/format.ts'
import { $member } from '#site/admin/lib/member.ts'
import { draftPicture } from '#site/admin/lib/pictures/draft-picture.ts'

const dialog = document.querySelector<HTMLDialogElement>('#new-menu')
let isReady = false

/** Opens the menu; closing it returns the focus to what opened it. */
export function openNewMenu(opener: HTMLElement) {
  if (!dialog) return
  if (!isReady) prepare(dialog)
  isReady = true
  dialog.addEventListener('close', () => opener.focus(), { once: true })
  dialog.showModal()
  void showLatestDraft(dialog).catch(console.warn)
}

function prepare(menu: HTMLDialogElement) {
  menu.querySelector('[data-close-new]')?.addEventListener('click', () => menu.close())
  // A click beside the menu is on the dialog itself.
  menu.addEventListener('click', ({ target }) => target === menu && menu.close())
}

async function showLatestDraft(menu: HTMLDialogElement) {
  const role = $member.get()?.role
  if (!role || !isAmong(newsroom, role)) return
  const [draft] = await adminCall('GET /admin/drafts', { pageSize: 1 })
  const place = menu.querySelector<HTMLElement>('[data-new-draft]')
  if (!draft || !place) return
  const text = (name: string, value: string) => {
    const element = place.querySelector(`[${name}]`)
    if (element) element.textContent = value
  }
  place.querySelector('a')?.setAttribute('href', staffPaths.editStory(draft.id))
  text('data-new-title', draft.title || 'Untitled')
  text(
    'data-new-fact',
    `Draft, ${formatCount(draft.words)} ${draft.words === 1 ? 'word' : 'words'}, ${formatAgo(draft.savedAt)}`,
  )
  const picture = place.querySelector<HTMLImageElement>('[data-new-picture]')
  const { title, category, imageUrl } = draft
  if (picture) picture.src = draftPicture({ title, category, imageUrl }, 'card').src
  place.hidden = false
}
