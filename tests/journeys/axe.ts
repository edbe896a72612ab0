import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What breaks WCAG 2.2 AA in the page as it stands, in words. */
export async function violationsOf(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(wcag).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary
        ?.split('\n')
        .slice(1)
        .map((line) => line.trim())
        .join(' ')
      return `${where}: ${id} (${help}) at ${target.join(' ')}: ${why}`
    }),
  )
}
