// In this order, whichever page comes first in the bundle: an island looks for its directive when it is defined.
import './engaged.ts'
import 'astro/runtime/server/astro-island.js'
