/** Where the publisher's token lies (specification section 9). */
const key = 'adminToken'

/** The token, if there is one: whether it still works, the server says. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is forbidden: nobody can be signed in here.
    return null
  }
}

/** Throws where storage is full or forbidden. */
export function storeToken(token: string) {
  localStorage.setItem(key, token)
}

export function clearToken() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
