/// <reference types="astro/client" />
import type { CallOnServer } from '#site/lib/call-types.ts'

declare global {
  namespace App {
    interface Locals {
      /** The same `call` that the browser has, answered in this process. */
      call: CallOnServer
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:engaged'?: boolean | 'touch'
  }
}
