import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { renderIsland } from '#site/astro/render-island.ts'
import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { CommandMenu } from './CommandMenu.tsx'
import styles from './command-menu.css?inline'

adoptStyles(styles)

const Menu = adminIsland(CommandMenu)

/** Shows the menu over the page until it is closed. */
export function showCommandMenu(closed: () => void) {
  const remove = renderIsland(Menu, {
    onClose() {
      // Not while React renders.
      setTimeout(remove)
      closed()
    },
  })
}
