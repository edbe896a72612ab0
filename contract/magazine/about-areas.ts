import { type Category, isOpen } from './category-list.ts'

/** A category as a tile of About. */
export interface Area {
  id: string
  isHidden?: true | undefined
}

/** The areas in About's own order, with their categories: new ones stand last, retired and merged ones are left out. */
export function placeAreas(areas: readonly Area[], categories: readonly Category[]) {
  const open = categories.filter(isOpen)
  const isPlaced = ({ id }: Category) => areas.some((area) => area.id === id)
  const placed = areas.flatMap(({ id, isHidden = false }) =>
    open.filter((category) => category.id === id).map((category) => ({ category, isHidden })),
  )
  const others = open.filter((category) => !isPlaced(category))
  return [...placed, ...others.map((category) => ({ category, isHidden: false }))]
}
