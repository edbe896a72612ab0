/** The storage key of the reading positions on this device: parsed by reading-places.ts alone. */
const placesKey = 'ascend.places'

/** The stored positions as a string; a page whose story's id is not in it loads nothing more. */
export function keptPlaces(): string {
  try {
    return localStorage.getItem(placesKey) ?? ''
  } catch {
    return ''
  }
}

export { placesKey }
