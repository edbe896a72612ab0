export const agreements = {
  story: 'Please agree to the terms and conditions to submit your feature.',
  publishing: 'Please agree to the publishing terms and conditions.',
} as const
