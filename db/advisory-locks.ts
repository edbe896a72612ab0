/** Arbitrary, unique numbers of advisory locks. They must not change: during an upgrade two releases share them. */
export const advisoryLocks = {
  /** One replica migrates at a time. */
  migrate: 7_203_551,
  /** Exclusive for backup and restore, shared by cleanups: no file is deleted before it is copied. */
  cleanup: 7_203_552,
  /** At the first start, one of the replicas creates the order secret. */
  orderSecret: 7_203_553,
  /** One replica rolls up the stats at a time. */
  rollUp: 7_203_554,
  /** The builder's lease: only its holder builds the site. */
  build: 7_203_555,
  /** Replicas that start together write the owner's sign-in one after the other. */
  owner: 7_203_556,
} as const
