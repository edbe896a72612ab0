//   npm run db:backup [-- file]                 backs up rows and files while the service runs
//   npm run db:restore -- file [--replace]      restores it; `newest` instead of a file is the newest nightly backup
//   npm run db:nightly                          backs up to the backup store, and deletes expired backups
//   npm run db:drill                            restores the newest backup on trial, and discards the result
import { findSiteBundle } from './bundle.mjs'
import { runCommand } from './run-command.mjs'

const [, , command, ...args] = process.argv
await runCommand('backup-commands', command, args, { bundle: await findSiteBundle() })
