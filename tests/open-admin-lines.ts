/** The admin lines that open to anybody: each wants a password or the token of a mailed link. */
export const openAdminLines = [
  'POST /admin/login',
  'POST /admin/login/second-step',
  'POST /admin/forgot',
  'POST /admin/join',
  'POST /admin/join/open',
  'POST /admin/join/second-step',
  'POST /admin/sessions/end',
  'POST /admin/business/not-me',
  'POST /admin/business/mail/arrived',
  'POST /admin/people/link',
]
