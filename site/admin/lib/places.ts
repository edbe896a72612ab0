import type { Tab } from '#contract/kinds/kind.ts'
import { type TabName, tabs } from '#contract/kinds/kinds.ts'
import { editors, owner, publishing, type Role, staff } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { icons } from '#site/ui/icons/icons.ts'
import type { Stats } from './stats-query.ts'

export type AdminSectionName = TabName | 'dashboard' | 'figures' | 'settings' | 'studio'

export interface AdminSection {
  name: AdminSectionName
  label: string
  path: string
  roles: readonly Role[]
  /** The number of pending items, shown beside its name. */
  count?: keyof Stats | undefined
}

/** A place of the navigation, with the pages that it gathers. */
export interface AdminPlace {
  name: string
  label: string
  /** Lucide shape. */
  icon: string
  /** The first is the one that a phone's bar opens, for a role that may use it. */
  sections: readonly AdminSection[]
}

const sectionsOf = (place: Tab['place']): readonly AdminSection[] =>
  tabs
    .filter((tab) => tab.place === place)
    .map(({ badge, ...section }) => ({ ...section, count: badge?.name }))

/** The five places of the admin pages. A place of one page has no tabs. */
export const adminPlaces: readonly AdminPlace[] = [
  {
    name: 'dashboard',
    label: 'Dashboard',
    icon: icons.home,
    sections: [{ name: 'dashboard', label: 'Dashboard', path: staffPaths.dashboard, roles: staff }],
  },
  {
    name: 'stories',
    label: 'Stories',
    icon: adminIcons.bookOpen,
    sections: sectionsOf('stories'),
  },
  {
    name: 'shop',
    label: 'Shop',
    icon: adminIcons.store,
    sections: sectionsOf('shop'),
  },
  {
    name: 'audience',
    label: 'Audience',
    icon: icons.users,
    sections: [
      { name: 'figures', label: 'Analytics', path: staffPaths.stats, roles: staff },
      ...sectionsOf('audience'),
    ],
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: adminIcons.gear,
    sections: [
      {
        name: 'settings',
        label: 'Settings',
        path: staffPaths.settings,
        roles: staff,
        count: 'failedChecks',
      },
      { name: 'studio', label: 'Studio', path: staffPaths.studio, roles: editors },
    ],
  },
]

export function placeOf(name: AdminSectionName): AdminPlace {
  const place = adminPlaces.find(({ sections }) =>
    sections.some((section) => section.name === name),
  )
  if (!place) throw new Error(`No place has the section ${name}`)
  return place
}

/** Everybody who may use a page of the place. */
export const rolesOf = (sections: readonly AdminSection[]) => [
  ...new Set(sections.flatMap(({ roles }) => roles)),
]

/** What a place opens, and for whom: its first page, and for a role that may not use it the first page that it may. */
export function doorsOf({ sections }: AdminPlace): Pick<AdminSection, 'path' | 'roles'>[] {
  const first = sections[0] as AdminSection
  const others = rolesOf(sections).filter((role) => !first.roles.includes(role))
  return [
    { path: first.path, roles: first.roles },
    ...others.map((role) => ({
      path: (sections.find(({ roles }) => roles.includes(role)) as AdminSection).path,
      roles: [role],
    })),
  ]
}

/** What the settings gather, in two groups. `fact` names the sentence that the page fills in. */
export const settings = [
  {
    title: 'Studio',
    entries: [
      {
        label: 'Look',
        icon: icons.sun,
        path: staffPaths.setting('look'),
        roles: owner,
        text: 'Name, logo, colours, headline face',
      },
      {
        label: 'Words and menu',
        icon: icons.text,
        path: `${staffPaths.studio}#words`,
        roles: editors,
        text: 'Hero, About, Help, footer, contact, social links',
      },
      {
        label: 'Data protection',
        icon: adminIcons.shield,
        path: `${staffPaths.studio}#data-protection`,
        roles: owner,
        text: 'Who handles data, the officer, registration, breaches',
      },
    ],
  },
  {
    title: 'Business',
    entries: [
      {
        label: 'Payments and tax',
        icon: adminIcons.wallet,
        path: staffPaths.business,
        roles: owner,
        text: 'Paystack, Flutterwave, VAT',
      },
    ],
  },
  {
    title: 'Your account',
    entries: [
      {
        label: 'Account',
        icon: adminIcons.user,
        path: staffPaths.account,
        roles: staff,
        text: 'Password and sessions',
      },
      {
        label: 'Two-step sign-in',
        icon: adminIcons.shield,
        path: `${staffPaths.account}#second-steps`,
        roles: staff,
        text: 'A code or a passkey after the password',
        fact: 'secondStep',
      },
      {
        label: 'Appearance',
        icon: icons.moon,
        path: staffPaths.appearance,
        roles: staff,
        text: 'Light, dark or as the device',
      },
    ],
  },
  {
    title: 'Magazine',
    entries: [
      {
        label: 'Staff',
        icon: icons.users,
        path: staffPaths.people,
        roles: owner,
        text: 'Who runs the magazine',
        fact: 'staff',
      },
      {
        label: 'Activity',
        icon: adminIcons.history,
        path: staffPaths.activity,
        roles: staff,
        text: 'Who did what, and what can be undone',
      },
      {
        label: 'Deleted',
        icon: adminIcons.trash,
        path: staffPaths.deleted,
        roles: staff,
        text: 'Kept for 30 days',
      },
      {
        label: 'Mail',
        icon: icons.mail,
        path: staffPaths.mailDomain,
        roles: editors,
        text: 'How it leaves, and whether it is trusted',
      },
      {
        label: 'Server',
        icon: adminIcons.server,
        path: staffPaths.server,
        roles: publishing,
        text: 'Builds of the site, checks and backups',
        fact: 'server',
      },
    ],
  },
] as const

/** Who may use the page of the settings at this path. */
export const rolesOfSetting = (at: string): readonly Role[] =>
  settings
    .flatMap(({ entries }): readonly Pick<AdminSection, 'path' | 'roles'>[] => entries)
    .find(({ path }) => path === at)?.roles ?? owner
