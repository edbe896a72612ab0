import { enhanceDrawer } from '#site/features/navigation/drawer.enhance.ts'
import { enhanceReader } from '#site/features/navigation/reader.enhance.ts'
import { enhanceThemeToggle } from '#site/features/theme/theme-toggle.enhance.ts'
import { enhanceImages } from '#site/ui/images.enhance.ts'
import { enhanceTooltips } from '#site/ui/tooltip.enhance.ts'

// What every page needs from its first moment on.
enhanceThemeToggle()
enhanceDrawer()
enhanceTooltips()
enhanceImages()
enhanceReader()
