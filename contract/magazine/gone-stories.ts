/** Why a story that was public was taken down for good. */
export const goneReasons = ['author', 'law', 'us'] as const
export type GoneReason = (typeof goneReasons)[number]

/** Nobody is told whether it was a guardian who asked: that would say how old its author is. */
export const goneWords: Record<GoneReason, string> = {
  author: 'at the request of its author or their family',
  law: 'by law',
  us: 'by us',
}
