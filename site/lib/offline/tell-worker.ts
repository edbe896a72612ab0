import { remembersReading } from '../reading/remembers-reading.ts'
import { unrememberedCache } from './rules.ts'

/** Tells the worker whether it may cache what is read. */
export async function tellWorker() {
  if (remembersReading()) await caches.delete(unrememberedCache)
  else await caches.open(unrememberedCache)
}
