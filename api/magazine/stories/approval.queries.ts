/**
 * Set in the statement that publishes, schedules or changes what is public: its text has been read and approved. The only way
 * to approve; the database makes it a hash (`check_may_publish`). Null: an import.
 */
export const approvedBy = (staffId: string | null) => ({
  approvedHash: 'this text',
  approvedBy: staffId,
})
