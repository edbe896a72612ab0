/** The list with one of its entries one place further up (-1) or down (1). */
export function moved<One>(list: readonly One[], index: number, by: -1 | 1): One[] {
  const one = list[index]
  return one ? list.toSpliced(index, 1).toSpliced(index + by, 0, one) : [...list]
}
