import { uploadIdsIn } from '#contract/uploads.ts'

// Where words and pictures come from, as an author states it. Nothing is claimed for whoever has not said it.

export const aiUses = ['none', 'wording', 'parts'] as const
export type AiUse = (typeof aiUses)[number]

/** An author's answers to “Did an AI write any of it?”. */
export const aiUseLabels: Record<AiUse, string> = {
  none: 'No AI wrote any of it',
  wording: 'It helped with wording',
  parts: 'It wrote parts',
}

export const imageLicences = [
  'own',
  'permission',
  'cc-by',
  'cc-by-sa',
  'public-domain',
  'ai',
] as const
export type ImageLicence = (typeof imageLicences)[number]

export const imageLicenceLabels: Record<ImageLicence, string> = {
  own: 'My own picture',
  permission: 'Used with permission',
  'cc-by': 'CC BY',
  'cc-by-sa': 'CC BY-SA',
  'public-domain': 'Public domain',
  ai: 'Made by an AI',
}

const aiStatements: Record<AiUse, string> = {
  none: 'no AI wrote any of it',
  wording: 'an AI helped with its wording',
  parts: 'an AI wrote parts of it',
}

interface Stated {
  aiUse: AiUse | null
  imageUrl: string | null
  imageCredit: string
  imageLicence: ImageLicence | null
}

/** To editors alone. */
export const aiNotStated = 'AI: not stated'

/** What stands below a story; empty where nothing is stated. */
export function statementsOf({ aiUse, imageUrl, imageCredit, imageLicence }: Stated) {
  const licence = imageLicence && imageLicence !== 'own' ? imageLicenceLabels[imageLicence] : ''
  return {
    words: aiUse ? `The author says: ${aiStatements[aiUse]}.` : '',
    picture: imageUrl ? [imageCredit, licence].filter(Boolean).join(' · ') : '',
  }
}

/** Of one of these lists, as a form's choices. */
export const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What rows of stories have of it. */
export const provenanceColumns = [
  ...(['aiUse', 'imageCredit', 'imageLicence', 'imageSource', 'peopleAgree'] as const),
]
export type ProvenanceColumn = (typeof provenanceColumns)[number]

export const peopleLabel =
  'The people in its pictures, or their guardians, agree; or nobody is in them'
export const peopleMissing =
  'Please confirm that the people in its pictures, or their guardians, agree'

interface Pictured {
  imageUrl: string | null
  content: string
}

const uploadsOf = ({ imageUrl, content }: Pictured) => uploadIdsIn(`${imageUrl} ${content}`)

/** Whether readers would see uploaded pictures of which nobody has said that the people in them agree. */
export function lacksAgreement(
  story: Pictured & { peopleAgree: boolean },
  /** What readers have had of it. */
  before: (Pictured & { publishedAt: string | null }) | undefined,
): boolean {
  if (story.peopleAgree) return false
  const known = new Set(before?.publishedAt ? uploadsOf(before) : [])
  return uploadsOf(story).some((id) => !known.has(id))
}
