import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'

// They are loaded on engagement: a visitor who leaves at once makes no request to the server.
onceEngaged(async () =>
  (await import('#site/features/magazine/stories/counters.enhance.ts')).refreshCounters(),
)
