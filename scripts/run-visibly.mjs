import { spawn } from 'node:child_process'

/**
 * Runs a program whose output is shown as it comes, indented. Rejects with what it said last when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>}
 */
export function runVisibly(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4_000)
      process.stdout.write(text.replace(/^(?=.)/gm, '  '))
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      if (status === 0) return resolve()
      // Where in the code it was has been shown, and says nothing to whoever reads the sentence.
      // unchecked pattern: what a program of ours said.
      const sentences = said.split(/\n\s+at /)[0]?.trim()
      reject(new Error(sentences || `${program} ended with ${signal ?? status}`))
    })
  })
}
