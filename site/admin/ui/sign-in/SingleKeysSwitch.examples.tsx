import { SingleKeysSwitch } from './SingleKeysSwitch.tsx'

export const examples = { on: () => <SingleKeysSwitch /> }
