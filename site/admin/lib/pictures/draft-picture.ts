import { storyPicture } from '#site/lib/pages/pictures.ts'

/** Like `storyPicture`, for a story that may have no category yet: any other word stands for it in the art. */
export const draftPicture = (
  { category, ...story }: Parameters<typeof storyPicture>[0],
  size: Parameters<typeof storyPicture>[1],
) => storyPicture({ ...story, category: category || 'story' }, size)
