import { NoteField } from './NoteField.tsx'

const hint = 'The contributor reads it.'

export const examples = {
  optional: () => <NoteField id="note-optional" label="Note" need="optional" hint={hint} />,
  wrong: () => (
    <NoteField id="note-wrong" label="Note" need="required" hint={hint} error="Please write why." />
  ),
}
