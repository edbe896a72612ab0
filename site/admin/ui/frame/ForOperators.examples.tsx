import { ForOperators } from './ForOperators.tsx'

export const examples = {
  closed: () => <ForOperators>Enter SMTP_URL in the settings, and restart.</ForOperators>,
}
