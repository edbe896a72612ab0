/** What lists call a bundle. */
export const bundleOf = (parts: number) => `Bundle of ${parts}`
