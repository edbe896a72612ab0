/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The same `call` that the browser has, answered in this process. */
    call: import('#site/lib/call-types.ts').CallOnServer
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:engaged'?: boolean | 'touch'
  }
}
