// Runs in a thread of its own (hash-in-thread.ts).
import { hashSync, verifySync } from '@node-rs/argon2'

export const toHash = ({ password, cost }) => hashSync(password, cost)

export const isRight = ({ stored, password }) => verifySync(stored, password)
