import { SecondStep } from './SecondStep.tsx'

export const examples = {
  'a code of an app': () => (
    <SecondStep
      asked={{ attempt: '', passkey: null, hasAuthenticator: true, hasRecoveryCodes: true }}
      onToken={async () => {}}
      onRestart={() => {}}
    />
  ),
}
