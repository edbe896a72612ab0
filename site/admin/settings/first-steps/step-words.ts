import type { OutputOf } from '#contract/endpoints/contract.ts'

export type Steps = OutputOf<'GET /admin/first-steps'>
export type Step = Steps['steps'][number]

/** How the magazine is called at present. */
export interface Magazine {
  name: string
  tagline: string
}

export type Shown = Steps & { magazine: Magazine }

const numbers = 'One Two Three Four Five Six Seven Eight'.split(' ')

/** `Three steps to the first sale`; what it says once the magazine is open. */
export function headlineOf(steps: Pick<Step, 'isDone'>[]): string {
  const left = steps.filter(({ isDone }) => !isDone).length
  if (steps.at(-1)?.isDone) return 'The magazine is open'
  const isSold = steps.at(-2)?.isDone
  return `${numbers[left - 1]} ${left === 1 ? 'step' : 'steps'} to the ${isSold ? 'opening' : 'first sale'}`
}

/** `Step 6 of 8, 10 minutes so far`. `minutes`: null when it was another day. */
export function progressOf(steps: Pick<Step, 'isDone' | 'isLater'>[], minutes: number | null) {
  const at = steps.findIndex(({ isDone, isLater }) => !isDone && !isLater)
  const done = steps.filter(({ isDone }) => isDone).length
  const progress = at < 0 ? `${done} of ${steps.length} done` : `Step ${at + 1} of ${steps.length}`
  if (!minutes) return progress
  return `${progress}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} so far`
}
