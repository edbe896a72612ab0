/** The paths of orders are apart from paths.ts, so that a page without a purchase does not ship them. */
export const orderPaths = {
  /** The buyer's page of an order; the key opens it. */
  order: (reference: string, key: string) => `/order/${reference}?${new URLSearchParams({ key })}`,
  /** The purchase box as it was filled for the order, while that is not paid; then its page. */
  buyAgain: (reference: string, key: string) =>
    `/order/${reference}?${new URLSearchParams({ key, buy: 'again' })}`,
  /** The order's gift codes as slips to print and cut out. */
  codeSheet: (reference: string, key: string) =>
    `/order/${reference}?${new URLSearchParams({ key, print: 'codes' })}`,
  /** The codes as a list with a line for each pupil. */
  codeList: (reference: string, key: string, kind: 'pdf' | 'csv') =>
    `/api/orders/${reference}/codes.${kind}?${new URLSearchParams({ key })}`,
  /** The EPUB of a download link, beside its PDF. */
  epub: (download: string) => `${download}${download.includes('?') ? '&' : '?'}format=epub`,
  /** The form of schools that pay by bank transfer. */
  invoice: (bookId: string) => `/book/${bookId}/invoice`,
  invoicePdf: (reference: string, key: string) =>
    `/api/orders/${reference}/invoice?${new URLSearchParams({ key })}`,
  find: '/orders/find',
  /** The page after somebody asked for their links. */
  findSent: '/orders/find?sent=1',
  redeem: '/redeem',
}
