//   npm run staff -- reset-second-step NAME     for a person who lost device and recovery codes
//   npm run staff -- new-password NAME          for a person who forgot their password
import { runCommand } from './run-command.mjs'

await runCommand('staff-commands', 'runStaff', process.argv.slice(2))
