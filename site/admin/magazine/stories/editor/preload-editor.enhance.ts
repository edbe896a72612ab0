import { rememberedMode } from '#site/admin/editor/saving/on-device.ts'
import type {} from './story-store.ts'

// The title that the address brings is as if it had been typed before hydration.
const title = document.querySelector<HTMLTextAreaElement>('#title')
const brought = new URLSearchParams(location.search).get('title')
if (title && brought && title.value === '') title.value = brought

// Requested beside the island, which would ask for it later; after the text of an existing story, which can be edited in
// the plain field by then.
if (rememberedMode() === 'rich')
  Promise.resolve(window.preloadedDraft?.draft)
    .then(() => import('#site/admin/editor/text/rich-text.ts'))
    .catch(console.warn)
