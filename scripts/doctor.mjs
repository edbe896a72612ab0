//   npm run doctor      looks at everything that the site needs; says what is wrong and what to do. Changes nothing.
//   … -- cdn [address]  asks through Cloudflare whether pages may travel as differences; purges pages there once.
import { runCommand } from './run-command.mjs'

await runCommand('doctor-commands', 'runDoctor', process.argv.slice(2))
