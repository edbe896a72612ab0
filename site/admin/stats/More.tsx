import { summaryClass } from '#site/admin/ui/classes.ts'
import { StatSection } from './StatSection.tsx'
import type { Section } from './stat-words.ts'

interface Props {
  sections: Section[]
  query: Record<string, string>
  before: string
  params: Record<string, string>
}

/** What is looked at less often, behind one press. */
export function More({ sections, ...shared }: Props) {
  if (sections.length === 0) return null
  return (
    <details className="mt-40 border-y-2 border-ink">
      <summary className={summaryClass}>
        More: {sections.map(({ title }) => title).join(', ')}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-40 pb-28 pt-16">
        {sections.map((section) => (
          <StatSection key={section.name} section={section} {...shared} />
        ))}
      </div>
    </details>
  )
}
