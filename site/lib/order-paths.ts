/** Links of buying. Apart from paths.ts, so that a page that is only read does not ship them. */
export const orderPaths = {
  /** Its buyer's page; the key opens it. */
  order: (reference: string, key: string) => `/order/${reference}?${new URLSearchParams({ key })}`,
  find: '/orders/find',
  redeem: '/redeem',
}
