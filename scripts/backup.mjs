//   npm run db:backup [-- file]                 rows and files as they are now, while the service runs
//   npm run db:restore -- file [--replace]      puts them back; newest instead of a file is the newest nightly one
//   npm run db:nightly                          a backup to where they are kept, without those that are too old
//   npm run db:drill                            restores the newest of them on trial, and throws it away
import { findSiteBundle } from './bundle.mjs'
import { runCommand } from './run-command.mjs'

const [, , command, ...args] = process.argv
await runCommand('backup-commands', command, args, { bundle: await findSiteBundle() })
