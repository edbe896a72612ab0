import { editors, owner, type Role } from './roles.ts'
import type { SettingGroup } from './settings/groups.ts'

interface SettingText {
  label: string
  roles: readonly Role[]
  /** No page shows it: it is saved and not published. */
  isPrivate?: true
}

/** What each group is called, and who may prepare and publish it. */
export const settingTexts: Record<SettingGroup, SettingText> = {
  look: { label: 'Look', roles: owner },
  hero: { label: 'Hero', roles: editors },
  about: { label: 'About', roles: editors },
  help: { label: 'Help', roles: editors },
  standards: { label: 'Standards', roles: editors },
  accessibility: { label: 'Accessibility', roles: editors },
  terms: { label: 'Terms of Service', roles: editors },
  privacy: { label: 'Privacy Policy', roles: editors },
  footer: { label: 'Footer', roles: editors },
  contact: { label: 'Contact and address', roles: editors },
  socials: { label: 'Social links', roles: editors },
  menu: { label: 'Menu', roles: editors },
  categories: { label: 'Categories', roles: editors },
  hashtags: { label: 'Hashtags', roles: editors },
  prices: { label: 'Prices and data', roles: editors },
  digest: { label: 'Weekly digest', roles: editors },
  editions: { label: 'Weekly edition', roles: editors },
  mails: { label: 'Mail texts', roles: editors },
  dataProtection: { label: 'Data officer', roles: owner },
  processors: { label: 'Who handles data', roles: owner },
  breaches: { label: 'Breaches', roles: owner, isPrivate: true },
}
