/** Lucide's highlighter: a module of its own, so that only chapters load it. */
export const highlightIcon =
  'm9 11-6 6v3h9l3-3M22 12l-4.6 4.6a2 2 0 0 1-2.8 0l-5.2-5.2a2 2 0 0 1 0-2.8L14 4'
