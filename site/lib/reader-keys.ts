// Pages look at these storage keys without the scripts that parse what they hold.

/** Of what somebody was about to do when they were asked to sign in: parsed by pending.ts alone. */
export const pendingKey = 'ascend.pending'

/** Of the reader's own likes: parsed by own-likes.ts alone, and deleted with the caches of a reader who has gone. */
export const ownLikesKey = 'ascend.likes'

/** `1`: this browser was here before; it is no id. */
export const visitedKey = 'ascend.visited'

/** Of what is followed on this device alone: parsed by follows-here.ts alone. */
export const followsKey = 'ascend.follows'

/** Of the reading positions: parsed by reading-places.ts alone. A page whose story is not in it loads nothing more. */
export const placesKey = 'ascend.places'

/** Of the places in books: parsed by book-places.ts alone. */
export const bookPlacesKey = 'ascend.book-places'
