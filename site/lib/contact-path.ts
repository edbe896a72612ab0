import { paths } from '#contract/paths.ts'
import type { Settings } from '#contract/settings/groups.ts'

/** Where “Write to us” leads: mail, or without an address what the About page has instead. */
export const contactPathOf = ({ email }: Settings['contact']) =>
  email ? `mailto:${email}` : `${paths.about}#contact`
