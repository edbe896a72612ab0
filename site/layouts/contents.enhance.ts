import '#site/features/shop/chapters/contents.enhance.ts'
import { enhanceKeep } from '#site/features/shell/offline/books/keep.enhance.ts'

// A kept book opens with what its chapters load when they are read.
enhanceKeep(() =>
  Promise.all([
    import('#site/features/shop/chapters/follow-chapter.ts'),
    import('#site/features/shop/chapters/reopen-chapter.ts'),
    import('#site/features/shop/chapters/chapter-keys.ts'),
    import('#site/features/shop/chapters/search-kept.ts'),
    import('#site/features/shell/listening/listen.ts'),
  ]),
)
