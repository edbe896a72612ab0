/** The social networks in the order in which they stand, each with the hosts of its addresses. */
export const socialNetworks = {
  facebook: { label: 'Facebook', hosts: ['facebook.com', 'fb.com', 'fb.me'] },
  youtube: { label: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  instagram: { label: 'Instagram', hosts: ['instagram.com'] },
  x: { label: 'X', hosts: ['x.com', 'twitter.com'] },
  whatsapp: { label: 'WhatsApp channel', hosts: ['whatsapp.com', 'wa.me'] },
  tiktok: { label: 'TikTok', hosts: ['tiktok.com'] },
  telegram: { label: 'Telegram', hosts: ['t.me', 'telegram.me'] },
  linkedin: { label: 'LinkedIn', hosts: ['linkedin.com'] },
  threads: { label: 'Threads', hosts: ['threads.net', 'threads.com'] },
} as const satisfies Record<string, { label: string; hosts: readonly string[] }>
export type SocialNetwork = keyof typeof socialNetworks

/** Facebook, YouTube, Instagram and X stay first while they are set (specification 1.2.2). */
export const networksInOrder = Object.keys(socialNetworks) as SocialNetwork[]
