import { magazinePaths } from '#contract/server-paths.ts'
import type { Settings } from '#contract/settings/groups.ts'

/** The publisher as programs read it: each policy is a heading of the page of standards. */
export function publisherLd({ contact }: Pick<Settings, 'contact'>, publicUrl: string) {
  const under = (heading: string) =>
    new URL(`${magazinePaths.standards}#${heading}`, publicUrl).href
  return {
    '@type': 'NewsMediaOrganization',
    name: contact.publisher,
    url: new URL('/', publicUrl).href,
    publishingPrinciples: new URL(magazinePaths.standards, publicUrl).href,
    ownershipFundingInfo: under('who-owns-and-pays-for-us'),
    ethicsPolicy: under('the-code-we-follow'),
    correctionsPolicy: under('how-we-correct'),
    actionableFeedbackPolicy: under('how-to-complain'),
  }
}
