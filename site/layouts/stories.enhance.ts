import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'

// Nobody who only looks in pays for what asks the server.
onceEngaged(async () =>
  (await import('#site/features/magazine/stories/counters.enhance.ts')).refreshCounters(),
)
