/** The messages for a reader who has not agreed to the terms (specification section 5): in a toast, and at the box. */
export const agreements = {
  story: 'Please agree to the terms and conditions to submit your feature.',
  publishing: 'Please agree to the publishing terms and conditions.',
} as const
