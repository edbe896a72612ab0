import { FileInput } from './FileInput.tsx'

export const examples = {
  ready: () => <FileInput aria-label="Choose a file" onFile={() => {}} />,
  disabled: () => <FileInput aria-label="Choose a file" disabled onFile={() => {}} />,
}
