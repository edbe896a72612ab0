import { EmptyGuide } from './EmptyGuide.tsx'

export const examples = {
  newsletters: () => (
    <EmptyGuide
      title="Write to your readers"
      text="4,812 people asked for your newsletter."
      steps={[
        'Pick stories and books as cards.',
        'See it dark, small, without pictures.',
        'Send. You have a minute to undo.',
      ]}
    >
      <a className="btn" href="/admin/letters/new">
        Write a newsletter
      </a>
    </EmptyGuide>
  ),
}
