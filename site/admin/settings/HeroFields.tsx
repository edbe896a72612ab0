import type { UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from '#contract/api-error.ts'
import { headlineLines } from '#contract/magazine/headline.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { SettingField, Typed } from './setting-fields.ts'

interface Props {
  fields: readonly SettingField[]
  form: UseFormReturn<Typed>
  errors: FieldErrors
}

const wholeClass = 'col-[1/-1]'
const buttonClass = 'min-h-48 py-12 text-center text-15 font-semibold'
const outlinedClass = `${buttonClass} bg-transparent`
/** They stand beside each other. */
const halves = ['share', 'discover']

/** What each looks like on the landing page. */
const looksClass: Record<string, string> = {
  line: 'bg-transparent text-16/135 font-medium md:text-20',
  headline:
    'bg-transparent font-display text-[clamp(32px,11vw,56px)] leading-95 font-heavy tracking-closest text-hero-h',
  explore: `${buttonClass} bg-brand text-on-brand`,
  share: outlinedClass,
  discover: outlinedClass,
  learn: 'bg-transparent text-15 font-semibold underline decoration-2 underline-offset-5',
}

/** The top of the landing page, edited where it stands. */
export function HeroFields({ fields, form, errors }: Props) {
  return (
    <div className="bg-hero px-16 py-28 text-hero-fg [--focus:var(--hero-fg)] sm:px-24">
      <div className="grid max-w-text grid-cols-[1fr_1fr] gap-x-12 gap-y-16">
        {fields.map(({ name, label, most = 0 }) => {
          const typed = String(form.watch(name) ?? '')
          const length = [...typed].length
          const error =
            errors[name]?.[0] ??
            (length > most ? `${label} must be at most ${most} characters` : '')
          return (
            <div
              key={name}
              className={`grid content-start gap-6 ${halves.includes(name) ? '' : wholeClass}`}
            >
              <textarea
                {...form.register(name)}
                id={name}
                rows={1}
                className={`w-full resize-none overflow-hidden rounded-2 border border-dashed border-hero-fg px-6 py-4 [field-sizing:content] focus:border-solid ${looksClass[name]}`}
                aria-label={label}
                aria-describedby={`${name}-note`}
                aria-invalid={error ? true : undefined}
                spellCheck
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
              <p
                id={`${name}-note`}
                className={`flex items-center gap-6 text-14 ${error ? 'bg-danger-bg px-8 py-4 font-semibold text-danger' : ''}`}
              >
                {error ? (
                  <>
                    <Icon name="alert" size={18} className="flex-none" />
                    {error}
                  </>
                ) : (
                  `${length} of ${most}${name === 'headline' ? ` letters. ${linesOf(typed)} on every phone` : ''}`
                )}
              </p>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function linesOf(headline: string) {
  const words = headline.trim()
  const lines = words ? headlineLines(words).length : 0
  return formatCounted(lines, 'line')
}
