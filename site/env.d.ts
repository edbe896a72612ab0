/// <reference types="astro/client" />
import type { CallOnServer } from '#site/lib/call-types.ts'

declare global {
  namespace App {
    interface Locals {
      /** The same `call` that the browser has, answered in this process. */
      call: CallOnServer
      /** The address that readers see, without a slash at its end. */
      publicUrl: string
      /** A form that was posted without script and refused: its page is shown again. */
      form?: import('#contract/form-state.ts').FormState
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:engaged'?: boolean | 'touch'
  }
}
