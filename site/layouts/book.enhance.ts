// Scripts that a book's page needs at once, in one file: on a slow network each file costs a round trip.
import '#site/features/shop/saved/saved.enhance.ts'
import '#site/features/shop/orders/purchase.enhance.ts'
