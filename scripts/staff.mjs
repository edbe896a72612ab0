//   npm run staff -- reset-second-step NAME     for a person who lost device and recovery codes
//   npm run staff -- new-password NAME          for a person who forgot their password
//   npm run begin -- ascend.example             notes the domain, and prints the one-time address for the owner
//   npm run begin                               prints another one
import { runCommand } from './run-command.mjs'

const [command, ...args] = process.argv.slice(2)
if (command === 'begin') await runCommand('begin-commands', 'runBegin', args)
else await runCommand('staff-commands', 'runStaff', process.argv.slice(2))
