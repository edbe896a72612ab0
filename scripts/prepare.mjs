// Steps of `npm run upgrade` in the folder of the new release:
//   node scripts/prepare.mjs runCheck       checks whether it can run here; changes nothing
//   node scripts/prepare.mjs runMigrate     migrates the database while the old release serves
import { runCommand } from './run-command.mjs'

const [, , command, ...args] = process.argv
await runCommand('upgrade-commands', command, args, { note: console.log })
