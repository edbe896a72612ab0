import { Checkbox } from './Checkbox.tsx'

export const examples = {
  empty: () => <Checkbox name="terms">I agree to the terms</Checkbox>,
  ticked: () => (
    <Checkbox name="ticked" isChecked>
      I agree to the terms
    </Checkbox>
  ),
  wrong: () => (
    <Checkbox name="unticked" error="Please agree to the terms.">
      I agree to the terms
    </Checkbox>
  ),
}
