import { Field } from './Field.tsx'

export const examples = {
  empty: () => <Field label="Title" name="empty" placeholder="A title" />,
  'with hint': () => <Field label="E-mail" name="with-hint" kind="email" hint="Nobody sees it." />,
  'with error': () => (
    <Field label="Title" name="with-error" value="A" error="Title must be at least 10 characters" />
  ),
  optional: () => <Field label="Price" name="price" prefix="₦" kind="number" isOptional />,
  'long text': () => <Field label="Your story" name="long" kind="textarea" value="It began." />,
  choice: () => (
    <Field
      label="Category"
      name="chosen"
      kind="select"
      placeholder="Choose one"
      options={['Technology', 'Innovation']}
    />
  ),
}
