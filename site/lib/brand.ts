import brandFile from '#content/brand.json'
import { paths } from '#contract/paths.ts'

/** Who publishes: name, contacts, socials, hashtags. Checked against its schema whenever the site is built. */
export const brand = { ...brandFile, address: brandFile.address as string[] }

/** Where “Write to us” leads: mail, or without an address what the About page has instead. */
export const contactPath = brand.email ? `mailto:${brand.email}` : `${paths.about}#contact`
