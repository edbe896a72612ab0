import * as z from 'zod/mini'
import type { InputOf } from '#contract/endpoints/contract.ts'
import type { storyChange } from '#contract/endpoints/magazine/corrections.ts'
import { noteLength } from '#contract/form-limits.ts'
import type { PublishFacts } from './publish-facts.ts'

type Told = Pick<InputOf<'POST /admin/drafts/:id/publish'>, keyof typeof storyChange>
type Kind = NonNullable<Told['change']>

export const kinds: Record<Kind, { label: string; hint: string }> = {
  typo: { label: 'Typing mistake', hint: 'Readers are told nothing' },
  update: { label: 'Update', hint: 'Readers see its day' },
  correction: { label: 'Correction', hint: 'Readers see what was wrong, and both wordings' },
}

export const kindNames = Object.keys(kinds) as Kind[]

/** What is asked of a change to a published story, as fields of a form; a ticked box is `yes`. */
export const changeShape = {
  change: z.string(),
  reason: z.string(),
  said: z.string(),
  says: z.string(),
  isDescribed: z.string(),
  description: z.string(),
  isSerious: z.string(),
}

type Values = Record<keyof typeof changeShape, string>

export const blankChange = Object.fromEntries(
  Object.keys(changeShape).map((name) => [name, '']),
) as Values

/** What the form holds once it is known which words change. */
export const proposedChange = ({ changed }: Pick<PublishFacts, 'changed'>): Partial<Values> =>
  changed
    ? {
        change: 'update',
        said: changed.said.slice(0, noteLength),
        says: changed.says.slice(0, noteLength),
      }
    : {}

export function toldOf({ change, reason, said, says, ...values }: Values): Told {
  const kind = kindNames.find((name) => name === change)
  if (kind !== 'correction') return { change: kind }
  const wordings = values.isDescribed ? { description: values.description } : { said, says }
  return { change: kind, reason, isSerious: values.isSerious === 'yes', ...wordings }
}
