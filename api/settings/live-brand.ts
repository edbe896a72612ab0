import type { Brand } from '#api/mails/render-mail.ts'
import { tokensOf } from '#art/look/tokens.ts'
import { iconPaths } from '#contract/magazine/art-look.ts'
import type { LiveSettings } from './live-settings.ts'

/**
 * Who sends mails and sells books, read anew at each use: whoever is given it needs not know that it may change.
 * `otherwise`: the address that mails name where the publisher has none, at present.
 */
export function liveBrand({ current }: Pick<LiveSettings, 'current'>, otherwise = () => ''): Brand {
  return {
    get name() {
      return current().look.name
    },
    get publisher() {
      return current().contact.publisher
    },
    get address() {
      return current().contact.address
    },
    get email() {
      return current().contact.email || otherwise()
    },
    get dataEmail() {
      return current().dataProtection.email || this.email
    },
    get colours() {
      const { link, sun } = tokensOf(current().look).light
      return { link, band: sun }
    },
    get logo() {
      const { look } = current()
      return look.logo.kind === 'step' ? undefined : iconPaths(look).sized(192)
    },
  }
}
