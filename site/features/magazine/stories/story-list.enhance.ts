import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'

// The counters are loaded on engagement: a visitor who leaves at once makes no request to the server.
onceEngaged(async () => (await import('./counters.enhance.ts')).refreshCounters())
