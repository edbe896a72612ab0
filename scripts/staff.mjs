//   npm run staff -- reset-second-step NAME     for whoever lost their device and recovery codes
import { runCommand } from './run-command.mjs'

await runCommand('staff-commands', 'runStaff', process.argv.slice(2))
