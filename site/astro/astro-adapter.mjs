import { fileURLToPath } from 'node:url'

/**
 * Adds `client:engaged` to Astro: the one way in which an island comes alive on the readers' pages. Astro writes what
 * islands need into each page that has one; here it comes with the script that every page has, and is kept.
 */
export function engaged() {
  return {
    name: 'client-engaged',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({
          name: 'engaged',
          entrypoint: fileURLToPath(new URL('./directive.ts', import.meta.url)),
        })
        updateConfig({ vite: { plugins: [islandsWithoutInlineScript] } })
      },
    },
  }
}

// unchecked patterns: they read Astro's code and ours, when the site is bundled.
const islandScript = /<script>\$\{process\.env[^}]+\}<\/script>/
const directiveScript = /<script>\$\{getDirectiveScriptText\([^}]+\}<\/script>/g

const islandsWithoutInlineScript = {
  name: 'islands-without-inline-script',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('astro/dist/runtime/server/scripts.js')) return
    if (!islandScript.test(code) || code.search(directiveScript) < 0)
      throw new Error('Astro writes the scripts of islands in another way: see site/lib/engaged.')
    return code
      .replace(islandScript, '')
      .replace(directiveScript, `\${directive === 'engaged' ? '' : \`$&\`}`)
  },
}
