// What `npm run upgrade` asks of a new release, in the release's own folder:
//   node scripts/prepare.mjs runCheck       whether it can run here; changes nothing
//   node scripts/prepare.mjs runMigrate     brings the database up to date, while the release before serves
import { runCommand } from './run-command.mjs'

const [, , command, ...args] = process.argv
await runCommand('upgrade-commands', command, args, { note: console.log })
