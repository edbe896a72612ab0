import { useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  isLocked,
  type MailField,
  type MailId,
  type MailPart,
  type MailWords,
  mailIds,
  mailLengths,
  mailTexts,
  originalWords,
  wordsOf,
} from '#contract/mails/mail-texts.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { formClass } from '#site/ui/forms/form-classes.ts'
import { SettingLine } from '../SettingLine.tsx'
import { StudioFrame } from '../StudioFrame.tsx'
import { fromTyped, type SettingField, type Typed, toTyped } from '../setting-fields.ts'
import { type SettingDraft, type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { ChipField } from './ChipField.tsx'
import { MailList } from './MailList.tsx'
import { MailPreview } from './MailPreview.tsx'

const frameFields: readonly SettingField[] = [
  {
    name: 'greeting',
    label: 'Greeting',
    kind: 'line',
    most: mailLengths.greeting,
    hint: 'The name and a comma follow by themselves: “Hello Simi,”.',
  },
  {
    name: 'signOff',
    label: 'Sign-off',
    kind: 'text',
    most: mailLengths.signOff,
    isOptional: true,
    hint: 'Below the last line of each mail. Left empty, there is none.',
  },
]

const parts: readonly MailPart[] = ['subject', 'text']
const bodyClass = 'px-16 pb-56 pt-24 sm:px-24'

/** Why an island? What mails say is typed with chips in it, saved while it is typed, and seen as it arrives. */
export const MailsForm = adminIsland(() => {
  const [words, setWords] = useState<MailWords>(originalWords)
  const form = useForm<Typed>({ defaultValues: toTyped(frameFields, {}) })
  const { reset, watch } = form
  const replace = useCallback(
    (value: SettingValue) => {
      setWords(value as MailWords)
      reset(toTyped(frameFields, value))
    },
    [reset],
  )
  const draft = useSettingDraft('mails', replace)
  const { params, change: open } = useListParams(['all'])
  const mail = opened(params['mail'])
  const set = (next: MailWords) => {
    setWords(next)
    draft.change(next)
  }
  useEffect(() => {
    // A value that comes from elsewhere has no name: only what is typed is a change.
    const { unsubscribe } = watch((typed, { name }) => {
      if (name) set({ ...words, ...fromTyped(frameFields, typed as Typed) })
    })
    return unsubscribe
  })
  const { errors } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, whatever is open.
  useEffect(() => {
    // The mail that could not be published is opened, to be put right.
    const [wrong] = Object.keys(errors)[0]?.split('.') ?? []
    if (wrong) open({ mail: opened(wrong) ?? '' })
  }, [errors])
  const close = { label: 'Back to all mails', onBack: () => open({ mail: '' }) }
  return (
    <StudioFrame
      key={mail}
      title={(mail ? mailTexts[mail] : settingTexts.mails).label}
      draft={draft}
      describe={describe}
      part={{ ...restoring(words, mail, set), ...(mail && { back: close }) }}
    >
      <Loaded query={draft.query} failed="The texts of mails could not be loaded.">
        {() =>
          mail ? (
            <OneMail key={mail} mail={mail} words={words} draft={draft} onChange={set} />
          ) : (
            <form
              className={`${bodyClass} max-w-text`}
              onSubmit={(event) => event.preventDefault()}
            >
              <p className="pb-20 text-ink-2">
                How mails greet and end, and what each of them says. Name and colours are those of
                the look. Mails about signing in to the admin pages stay as they are.
              </p>
              <div className={formClass}>
                {frameFields.map((field) => (
                  <SettingLine key={field.name} field={field} form={form} errors={errors} />
                ))}
              </div>
              <MailList words={words} onOpen={(id) => open({ mail: id })} />
            </form>
          )
        }
      </Loaded>
    </StudioFrame>
  )
})

const opened = (name = ''): MailId | undefined => mailIds.find((id) => id === name)

/** What Original brings back: of one mail its words, else the frame. */
function restoring(words: MailWords, mail: MailId | undefined, set: (next: MailWords) => void) {
  const { greeting, signOff } = originalWords
  if (!mail) {
    const isChanged = words.greeting !== greeting || words.signOff !== signOff
    return { isChanged, restore: () => set({ ...words, greeting, signOff }) }
  }
  const fields = parts.map((part) => `${mail}.${part}` as const)
  return {
    isChanged: fields.some((field) => words[field] !== undefined),
    restore: () => set(without(words, fields)),
  }
}

interface OneMailProps {
  mail: MailId
  words: MailWords
  draft: SettingDraft
  onChange(words: MailWords): void
}

function OneMail({ mail, words, draft, onChange }: OneMailProps) {
  return (
    <div className={`${bodyClass} grid gap-32 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]`}>
      <div className={formClass}>
        {isLocked(mail) ? (
          <p>
            What a guardian agrees to is locked: the law and every agreement given so far rest on
            these words. Greeting and sign-off are those of all mails.
          </p>
        ) : (
          parts.map((part) => (
            <ChipField
              key={part}
              mail={mail}
              part={part}
              value={wordsOf(words, mail, part)}
              error={draft.errors[`${mail}.${part}`]?.[0]}
              onChange={(text) => onChange(withWords(words, { mail, part, text }))}
            />
          ))
        )}
      </div>
      <MailPreview mail={mail} draft={draft} />
    </div>
  )
}

/** What says the same as the original is left out, and follows it. */
function withWords(
  words: MailWords,
  { mail, part, text }: { mail: MailId; part: MailPart; text: string },
): MailWords {
  const field: MailField = `${mail}.${part}`
  const isOriginal = text === mailTexts[mail][part]
  return isOriginal ? without(words, [field]) : { ...words, [field]: text }
}

function without(words: MailWords, fields: readonly MailField[]): MailWords {
  const kept = { ...words }
  for (const field of fields) delete kept[field]
  return kept
}

function describe(value: SettingValue): string {
  const { greeting, signOff, ...texts } = value
  const changed = new Set(Object.keys(texts).map((field) => field.split('.')[0] as MailId))
  const names = [...changed].map((id) => mailTexts[id]?.label).filter(Boolean)
  return [`${greeting} …`, signOff, ...names].filter(Boolean).join(' · ')
}
