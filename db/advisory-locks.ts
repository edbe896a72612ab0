/** Numbers of Postgres' advisory locks, which mean nothing, each once. Old and new release agree on them during an upgrade. */
export const advisoryLocks = {
  /** Replicas do not migrate at once. */
  migrate: 7_203_551,
  /** Backup and restore hold it alone, cleanups share it, so that no file goes before it is copied. */
  cleanup: 7_203_552,
  /** Of two replicas that start for the first time one makes the secret of orders. */
  orderSecret: 7_203_553,
  /** One replica rolls up the figures at a time. */
  rollUp: 7_203_554,
  /** The lease of the builder: whoever holds it is the one that builds. */
  build: 7_203_555,
  /** Replicas that start at once write the owner's sign-in one after the other. */
  owner: 7_203_556,
} as const
