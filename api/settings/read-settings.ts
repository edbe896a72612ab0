import type { readOriginals } from '#content/read-content.ts'
import { slugOf, storyCategories } from '#contract/magazine/categories.ts'
import { originalBooks } from '#contract/magazine/category-list.ts'
import { originalLinks } from '#contract/magazine/menu-links.ts'
import { originalPriceBounds } from '#contract/magazine/price-buckets.ts'
import { originalWords } from '#contract/mails/mail-texts.ts'
import { originalDigestTimes } from '#contract/newsletter/digest-times.ts'
import { legalGroups, withLocked } from '#contract/pages/legal-text.ts'
import { markdownWithName, withName } from '#contract/pages/named-text.ts'
import {
  originalAboutHeading,
  originalHero,
  type SettingGroup,
  type Settings,
  settingGroups,
  settingSchemas,
} from '#contract/settings/groups.ts'
import { defaultLook } from '#contract/settings/look.ts'

/** What stands where the publisher has set nothing: the specification's words, and those of the files in `content/`. */
export function originalsOf({
  brand,
  about: aboutPage,
  help,
  standards,
  accessibility,
  terms,
  privacy,
  categories,
  processors,
}: Awaited<ReturnType<typeof readOriginals>>): Settings {
  const { name, tagline, heroTagline, about, description, publisher, address, email, phone } = brand
  return {
    look: { ...defaultLook, name, tagline },
    hero: { line: heroTagline, ...originalHero },
    about: { heading: originalAboutHeading, ...aboutPage },
    help,
    standards,
    accessibility,
    terms,
    privacy,
    footer: { about, description },
    contact: { publisher, address, email, phone },
    socials: {
      ...brand.socials,
      whatsapp: '',
      tiktok: '',
      telegram: '',
      linkedin: '',
      threads: '',
    },
    menu: {
      header: originalLinks('header'),
      drawer: originalLinks('drawer'),
      features: originalLinks('features'),
      resources: originalLinks('resources'),
      support: originalLinks('support'),
    },
    hashtags: { tags: brand.hashtags },
    prices: {
      nairaPerGigabyte: brand.nairaPerGigabyte,
      authorPercent: brand.authorPercent,
      ...originalPriceBounds,
      unpaidMail: 'on',
    },
    digest: originalDigestTimes,
    editions: { weekday: 'off', sponsor: '' },
    categories: {
      stories: storyCategories.map((name) => ({
        id: slugOf(name),
        name,
        was: [],
        ...categories[name],
      })),
      books: originalBooks(),
    },
    mails: originalWords,
    processors: { list: processors },
    dataProtection: { ...brand.dataProtection, number: '', validUntil: '', lastReturn: '' },
    breaches: { list: [] },
  }
}

/** The groups' values as the database has them; those that are not set are left out. */
export type StoredValues = Partial<Record<SettingGroup, object>>

/**
 * What holds now. A stored value that another release wrote, and this one does not understand, counts as not set and is
 * `broken`; a field that it lacks is the original.
 */
export function readSettings(originals: Settings, stored: StoredValues) {
  const broken: SettingGroup[] = []
  const read = settingGroups.map((group) => {
    const value = stored[group]
    const parsed = value && settingSchemas[group].safeParse({ ...originals[group], ...value })
    if (parsed && !parsed.success) broken.push(group)
    return [group, parsed?.success ? parsed.data : originals[group]]
  })
  const settings = Object.fromEntries(read) as Settings
  for (const group of legalGroups) {
    const sections = withLocked(settings[group].sections, originals[group].sections)
    settings[group] = { ...settings[group], sections }
  }
  return { settings, broken }
}

/** What readers see of it: the magazine's name stands where words say `{name}`. Terms and Privacy are filled by their page. */
export function named(settings: Settings): Settings {
  const { hero, about, help, standards, accessibility, footer, contact, hashtags, look } = settings
  const inJson = JSON.stringify(look.name).slice(1, -1)
  const inTag = look.name.normalize('NFD').replace(/[^A-Za-z0-9]/g, '')
  const fill = <Words>(words: Words, name = inJson): Words =>
    JSON.parse(withName(JSON.stringify(words), name))
  const inText = ({ text }: { text: string }) => markdownWithName(text, look.name)
  return {
    ...settings,
    hero: fill(hero),
    about: { ...fill(about), text: inText(about) },
    help: { text: inText(help) },
    standards: { text: inText(standards) },
    accessibility: { text: inText(accessibility) },
    footer: fill(footer),
    contact: fill(contact),
    hashtags: { tags: fill(hashtags.tags, inTag).filter(Boolean) },
  }
}
