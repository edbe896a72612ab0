export type CallOnServer = unknown
