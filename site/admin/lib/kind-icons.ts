import type { KindIcon } from '#contract/kinds/kind.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { icons } from '#site/ui/icons/icons.ts'

export const kindIcons: Record<KindIcon, string> = { ...icons, ...adminIcons }
