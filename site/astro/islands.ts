// They keep this order, whichever page is first in the bundle: an island looks up its directive when it is defined.
import './engaged.ts'
import 'astro/runtime/server/astro-island.js'
