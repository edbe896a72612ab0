// What a book's page needs from its first moment on, in one file: on a slow network each costs its way.
import '#site/features/shop/saved/saved.enhance.ts'
import '#site/features/shop/orders/purchase.enhance.ts'
