export const agreements = {
  story: 'Please agree to the terms and conditions to submit your feature.',
  publishing: 'Please agree to the publishing terms and conditions.',
} as const

/**
 * What a guardian agrees to, by version: the first is 1. Stored answers name the version, so a text that was in use never
 * changes; new texts are added at the end.
 */
export const guardianWordings: readonly (readonly string[])[] = [
  [
    'I am a parent or guardian of this young person, and I am 18 or older.',
    'I agree that the magazine publishes stories that this young person sends in, with the name, the role and the pictures that they give.',
    'I know that everybody can read and share what is published, and that copies which others have made cannot be called back.',
    'I can withdraw this at any time with the link in my mail. Then the stories leave the site at once.',
  ],
  [
    'I am a parent or guardian of this young person, and I am 18 or older.',
    'I agree that this young person uses the magazine with an account.',
    'I agree that the magazine publishes stories and reviews that this young person sends in, with the name, the role and the pictures that they give.',
    'I know that everybody can read and share what is published, and that copies which others have made cannot be called back.',
    'I can withdraw this at any time with the link in my mail. Then the stories leave the site at once, and the name stands with no review.',
  ],
  [
    'I am a parent or guardian of this young person, and I am 18 or older.',
    'I agree that this young person uses the magazine with an account.',
    'I agree that the magazine publishes stories and reviews that this young person sends in, with the name, the role and the pictures that they give.',
    'I agree that these stories, with name and role, are also in the file that the magazine makes of each week, which people send to each other.',
    'I know that everybody can read and share what is published, and that copies and files which others have cannot be called back.',
    'I can withdraw this at any time with the link in my mail. Then the stories leave the site at once, the files are made anew without them, and the name stands with no review.',
  ],
]

export const presentWording = guardianWordings.length

/** The first that says that stories travel in files. */
export const travellingWording = 3
