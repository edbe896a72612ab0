import { editors, newsroom, owner, shop, staff } from '../roles.ts'
import { lineOf, type Rest } from './endpoint.ts'

// Lines of the staff, apart from those of readers, whose scripts need no roles.

/* @__NO_SIDE_EFFECTS__ */
export const forStaff = <const E extends Rest>(line: E) => lineOf(staff, line)
/* @__NO_SIDE_EFFECTS__ */
export const forNewsroom = <const E extends Rest>(line: E) => lineOf(newsroom, line)
/* @__NO_SIDE_EFFECTS__ */
export const forEditors = <const E extends Rest>(line: E) => lineOf(editors, line)
/* @__NO_SIDE_EFFECTS__ */
export const forShop = <const E extends Rest>(line: E) => lineOf(shop, line)
/* @__NO_SIDE_EFFECTS__ */
export const forOwner = <const E extends Rest>(line: E) => lineOf(owner, line)
