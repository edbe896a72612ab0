/** Separate because a story's page needs no other limit. */
export const engagementIds = 100
