import { FieldNote } from './FieldNote.tsx'

export const examples = {
  hint: () => <FieldNote id="note-hint" hint="At least ten characters." />,
  error: () => <FieldNote id="note-error" error="Title must be at least 10 characters" />,
}
