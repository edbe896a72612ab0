/** Cards are laid out by their index: a lead, two beside it, three across; repeated every six. */
export const storyGridClass =
  'story-grid grid gap-x-24 gap-y-28 sm:max-md:grid-cols-[1fr_1fr] md:grid-cols-[repeat(12,1fr)] md:gap-x-28 md:gap-y-48'

export const cardClass =
  'card group relative grid grid-cols-[104px_minmax(0,1fr)] content-start gap-x-14 gap-y-4 min-w-0 pb-16 border-b border-line ' +
  'has-[h3_a:focus-visible]:[outline:3px_solid_var(--focus)] has-[h3_a:focus-visible]:[outline-offset:6px] ' +
  'lead:grid-cols-1 sm:max-md:lead:col-[1/-1] md:pb-0 md:border-0 md:lead:col-span-7 md:lead:row-span-2 ' +
  'md:side:col-span-5 md:side:grid-cols-[120px_minmax(0,1fr)] md:side:grid-rows-[auto_auto_1fr] md:side:gap-x-20 ' +
  'md:across:col-span-4 md:across:grid-cols-1 md:across:pt-24 md:across:border-t-2 md:across:border-ink ' +
  'lg:side:grid-cols-[200px_minmax(0,1fr)] lite:!grid-cols-1'

export const cardPictureClass =
  'cut picture size-104 object-cover step-5 in-lead:w-full in-lead:h-auto in-lead:aspect-[3/2] in-lead:mb-8 in-lead:step-7 ' +
  'md:in-side:row-[1/-1] md:in-side:size-full md:in-across:w-full md:in-across:h-auto md:in-across:aspect-[3/2] ' +
  'md:in-across:mb-8 md:in-across:step-8 lite:!row-auto lite:!w-full lite:!h-auto lite:!aspect-[3/2]'
