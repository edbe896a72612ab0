import '#site/features/shop/chapters/chapter.enhance.ts'
import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'

// What the reading of a chapter adds to its reader's record; other domains know nothing of it.
onceEngaged(() => import('#site/features/readers/reading/track-chapter.ts'))
