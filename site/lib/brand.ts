import brandFile from '#content/brand.json'

/** Who publishes: name, contacts, socials, hashtags. Checked against its schema whenever the site is built. */
export const brand = { ...brandFile, address: brandFile.address as string[] }
