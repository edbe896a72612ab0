/// <reference types="astro/client" />
import type { Settings } from '#contract/settings/groups.ts'
import type { CallOnServer } from '#site/lib/call.ts'

declare global {
  namespace App {
    interface Locals {
      /** The browser's `call`, answered in this process. */
      call: CallOnServer
      /** The site's public origin, without a trailing slash. */
      publicUrl: string
      /** Mails reach nobody: known where a page is rendered for the one who asks. */
      isMailOff?: boolean
      /** What the publisher has set: words, look, links. */
      settings: Settings
      /** The settings are drafts, for whoever has the link of the preview. */
      isPreview?: true
      /** A form that was posted without script and rejected: its page is rendered again. */
      form?: import('#contract/form-state.ts').FormState
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:engaged'?: boolean | 'touch' | 'answered'
  }
}
