import { SignInSteps } from './SignInSteps.tsx'

export const examples = {
  first: () => <SignInSteps label="Sign In" onToken={async () => {}} />,
}
