import { SentBox } from './SentBox.tsx'

export const examples = {
  sent: () => (
    <SentBox>
      <p>Your story is with the editors.</p>
    </SentBox>
  ),
}
