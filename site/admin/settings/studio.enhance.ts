import { adminCall, saveFile, sentenceOf } from '#site/admin/lib/call.ts'
import { $member } from '#site/admin/lib/member.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

// Which groups have a draft that is not published; and all of them as a file, out and in.
const unsubscribe = $member.subscribe((member) => {
  if (!member) return
  queueMicrotask(() => unsubscribe())
  showDrafts().catch(console.warn)
})

async function showDrafts() {
  for (const { group, hasDraft } of await adminCall('GET /admin/settings', {})) {
    const badge = document.querySelector<HTMLElement>(`[data-setting-draft="${group}"]`)
    if (badge) badge.hidden = !hasDraft
  }
}

const failed = (error: unknown) =>
  showToast({ ...adminMessages.settingFileFailed, text: sentenceOf(error, noAnswer) })

document.querySelector('[data-settings-out]')?.addEventListener('click', async () => {
  try {
    const { writeSettingFile } = await import('./setting-file.ts')
    saveFile(new Blob([await writeSettingFile()], { type: 'application/json' }), 'studio.json')
  } catch (error) {
    await failed(error)
  }
})

const input = document.querySelector<HTMLInputElement>('[data-settings-in]')

async function takeFile() {
  const [file] = input?.files ?? []
  if (!input || !file) return
  // Empty again, so that the same file may be chosen once more.
  input.value = ''
  try {
    const { draftFromFile } = await import('./setting-file.ts')
    const { drafted, left } = await draftFromFile(await file.text())
    if (drafted.length + left.length === 0) return void showToast(adminMessages.settingFileUnknown)
    const made = `Drafts: ${drafted.join(', ') || 'none'}.`
    const kept = left.length > 0 ? ` Left alone, since they have drafts: ${left.join(', ')}.` : ''
    await showToast({ ...adminMessages.settingFileRead, text: made + kept })
    await showDrafts()
  } catch (error) {
    await failed(error)
  }
}
input?.addEventListener('change', takeFile)
// What was chosen before this script arrived.
void takeFile()
