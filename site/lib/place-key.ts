/** Where the device keeps how far its reader came in which story: read by reading-places.ts alone. */
const placesKey = 'ascend.places'

/** The list of places as it is kept; a page that finds nothing in it (a story's id) loads no more. */
export function keptPlaces(): string {
  try {
    return localStorage.getItem(placesKey) ?? ''
  } catch {
    return ''
  }
}

export { placesKey }
