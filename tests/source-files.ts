import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What is installed, made or kept locally. */
const notOurs = ['node_modules', 'dist', 'test-results', 'playwright-report']

/** Every file that people write, with `/` in its path, from a folder on. */
export function sourceFiles(root = '.', below = ''): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      const isOurs = !notOurs.includes(entry.name) && !entry.name.startsWith('.')
      return isOurs ? sourceFiles(root, path) : []
    }
    return entry.isFile() ? [path] : []
  })
}
