export interface Preview {
  token: string
  /** Of the page that is shown with the drafts of the publisher. */
  path: string
}

/** `/preview/{token}/about` → its token and `/about`; undefined for every other address. */
export function splitPreview(address: string): Preview | undefined {
  const [, token, path = '/'] = /^\/preview\/([^/]+)(\/.*)?$/.exec(address) ?? []
  return token === undefined ? undefined : { token, path }
}

/** What stands before the path of each page of a preview. */
export const previewBase = (token: string) => `/preview/${token}`
