import { SubmitButton } from './SubmitButton.tsx'

export const examples = {
  ready: () => <SubmitButton label="Submit for Review" isBusy={false} />,
  busy: () => <SubmitButton label="Submit for Review" isBusy />,
}
