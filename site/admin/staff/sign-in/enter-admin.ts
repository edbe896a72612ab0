import { readMember } from '#site/admin/lib/member.ts'
import { queueToast } from '#site/admin/lib/queue-toast.ts'
import { storeToken } from '#site/admin/lib/token.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

/** Opens an admin page with a new token. Never resolves: a form stays busy until its page has unloaded. */
export async function enterAdmin(token: string, path: string): Promise<never> {
  storeToken(token)
  await readMember().catch(console.warn)
  queueToast(adminMessages.loginSuccessful)
  location.replace(path)
  return new Promise(() => {})
}
