import { readText } from '../web-storage.ts'

/** `on` or `off`, once the reader has chosen; read by this file alone. */
export const rememberKey = 'ascend.remember-reading'

/** Do Not Track, or Global Privacy Control: nothing but views and shares is counted. */
export const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Whether this browser may store what is read: the reader's choice, else unless they ask not to be tracked. */
export const remembersReading = () =>
  readText(rememberKey) ? readText(rememberKey) === 'on' : !asksNotToBeTracked()
