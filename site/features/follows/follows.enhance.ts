import { followsKey } from '#site/lib/reader-keys.ts'
import { readText } from '#site/lib/web-storage.ts'

if (readText(followsKey)) import('./mark-new.ts').catch(console.warn)
