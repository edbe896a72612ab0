//   npm run import -- wordpress|ghost|markdown path    imports stories of another magazine, or of an export
//   npm run export -- folder                           exports stories, books and pictures as readable files
import { runCommand } from './run-command.mjs'

const [, , command, ...args] = process.argv
await runCommand('import-export-commands', command, args)
