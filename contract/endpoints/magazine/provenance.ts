import * as z from 'zod/mini'
import { ticked, webAddress } from '#contract/endpoints/fields.ts'
import { imageCreditLength } from '#contract/form-limits.ts'
import {
  type AiUse,
  aiUses,
  type ImageLicence,
  imageLicences,
} from '#contract/magazine/provenance.ts'

const credit = `The credit must be at most ${imageCreditLength} characters`

const use = `The use of AI is one of ${aiUses.join(', ')}`
const licence = `The licence is one of ${imageLicences.join(', ')}`

/** All of it is optional (trust 7); forms send empty text for what nobody has stated. */
export const provenanceFields = {
  aiUse: z.pipe(
    z._default(z.nullable(z.enum(['', ...aiUses], use)), null),
    z.transform((stated: AiUse | '' | null) => stated || null),
  ),
  imageCredit: z._default(
    z.string(credit).check(z.trim(), z.maxLength(imageCreditLength, credit)),
    '',
  ),
  imageLicence: z.pipe(
    z._default(z.nullable(z.enum(['', ...imageLicences], licence)), null),
    z.transform((stated: ImageLicence | '' | null) => stated || null),
  ),
  imageSource: webAddress,
  /** The people in its uploaded pictures, or their guardians. */
  peopleAgree: ticked('Say whether the people in its pictures agree: true or false'),
}

/** Of a story, as readers see it. */
export const provenance = {
  aiUse: z.nullable(z.enum(aiUses)),
  imageCredit: z.string(),
  imageLicence: z.nullable(z.enum(imageLicences)),
  imageSource: z.nullable(z.string()),
  peopleAgree: z.boolean(),
}
