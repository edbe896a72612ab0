import { fileURLToPath } from 'node:url'

/** Adds `client:engaged` to Astro: the one way in which an island comes alive. */
export function engaged() {
  return {
    name: 'client-engaged',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'engaged',
          entrypoint: fileURLToPath(new URL('./directive.ts', import.meta.url)),
        })
      },
    },
  }
}
