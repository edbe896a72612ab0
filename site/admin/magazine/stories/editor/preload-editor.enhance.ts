import { rememberedMode } from '#site/admin/editor/on-device.ts'
import type {} from './story-store.ts'

// The editor's parts, asked for at once and all together: found one in the other, each would cost a round trip.
import('./StoryEditorForm.island.tsx').catch(console.warn)
// After the text of a story that is there: it can be written in the plain field by then.
if (rememberedMode() === 'rich')
  Promise.resolve(window.preloadedDraft?.draft)
    .then(() => import('#site/admin/editor/rich-text.ts'))
    .catch(console.warn)
