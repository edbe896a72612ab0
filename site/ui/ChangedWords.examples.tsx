import { ChangedWords } from './ChangedWords.tsx'

export const examples = {
  removedAndAdded: () => (
    <ChangedWords
      parts={[
        { text: 'The pump came on a ', kind: 'same' },
        { text: 'Monday', kind: 'removed' },
        { text: 'Tuesday', kind: 'added' },
      ]}
    />
  ),
}
