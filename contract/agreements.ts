/** What somebody is told who has not agreed to the terms (specification section 5): by a toast, and at the box. */
export const agreements = {
  story: 'Please agree to the terms and conditions to submit your feature.',
  publishing: 'Please agree to the publishing terms and conditions.',
} as const
