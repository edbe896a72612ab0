//   npm run breach:affected        a CSV of everybody whose address is in the database (docs/breach.md)
//   npm run breach:end-sessions    signs out everybody, readers and staff
import { runCommand } from './run-command.mjs'

await runCommand('breach-commands', process.argv[2], [])
