import type { SocialNetwork } from '#contract/magazine/social-networks.ts'
import { brandIcons } from '#site/ui/icons/brand-icons.ts'

/** The marks of the networks on a 24 grid, filled. */
export const networkIcons: Record<SocialNetwork, string> = {
  ...brandIcons,
  tiktok:
    'M13 2h3.6c.2 2.6 1.9 4.5 4.4 4.8v3.6a8 8 0 0 1-4.4-1.4v6.6A6.4 6.4 0 1 1 10.2 9.2v3.7a2.8 2.8 0 1 0 2.8 2.8Z',
  telegram:
    'M22 3 1.8 10.9c-.9.4-.9 1.2 0 1.5l4.8 1.6L18 6.8l-9.1 8.3-.3 4.6c.5 0 .8-.2 1.1-.5l2.4-2.3 4.7 3.5c.9.5 1.5.2 1.7-.8L22.6 4c.2-1-.2-1.3-.6-1Z',
  linkedin:
    'M3 9h4v12H3zm2-6.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6ZM9.5 9h3.8v1.7c.6-1.1 1.9-2 3.7-2 3.6 0 4.5 2.2 4.5 5.5V21h-4v-6c0-1.6-.2-3-2-3s-2 1.5-2 3v6h-4Z',
  threads:
    'M12 2a10 10 0 1 0 6 18l-1.4-1.8a7.7 7.7 0 1 1 3.1-6.2v1.2c0 1-.5 1.6-1.3 1.6s-1.3-.6-1.3-1.6V7.6h-2v.7a4.7 4.7 0 1 0 .5 6.7 3.4 3.4 0 0 0 2.8 1.4c2 0 3.6-1.3 3.6-3.4V12A10 10 0 0 0 12 2Zm0 7.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z',
}
