//   npm run import -- wordpress|ghost|markdown path    stories of another magazine, or of an export
//   npm run export -- folder                           stories, books and pictures as files that people read
import { runCommand } from './run-command.mjs'

const [, , command, ...args] = process.argv
await runCommand('import-export-commands', command, args)
