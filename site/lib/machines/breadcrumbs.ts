/** The way to a page, for search engines: each step with its address, and the page itself by its name alone. */
export const breadcrumbs = (
  steps: readonly (readonly [name: string, address: string])[],
  name: string,
) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [...steps, [name, undefined] as const].map(([name, item], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item,
  })),
})
