/** Links of buying. Apart from paths.ts, so that a page that is only read does not ship them. */
export const orderPaths = {
  /** Its buyer's page; the key opens it. */
  order: (reference: string, key: string) => `/order/${reference}?${new URLSearchParams({ key })}`,
  /** Its codes as slips to print and cut out. */
  codeSheet: (reference: string, key: string) =>
    `/order/${reference}?${new URLSearchParams({ key, print: 'codes' })}`,
  find: '/orders/find',
  /** After somebody asked for their links. */
  findSent: '/orders/find?sent=1',
  redeem: '/redeem',
}
