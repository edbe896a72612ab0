import * as z from 'zod/mini'

/**
 * The schema type of a live collection. Astro 5 types schemas by its own zod 3, but of a live collection's it only
 * calls `safeParseAsync`, which zod 4 has too; the data has the type of its loader.
 */
export const liveSchema = (...schemas: [z.ZodMiniType, ...z.ZodMiniType[]]) =>
  z.union(schemas) as unknown as undefined
