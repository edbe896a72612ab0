import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { SingleKeysSwitch } from '#site/admin/ui/sign-in/SingleKeysSwitch.tsx'

const groups = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search and do'],
      ['Ctrl /', 'This list'],
    ],
  },
  {
    title: 'In an editor',
    keys: [
      ['Ctrl S', 'Save'],
      ['Ctrl Enter', 'Publish'],
      ['Ctrl Z', 'Undo'],
    ],
  },
  {
    title: 'Outside of fields',
    keys: [
      ['G then D', 'Dashboard'],
      ['G then S', 'Stories'],
      ['G then O', 'Orders'],
      ['G then A', 'Analytics'],
      ['G then N', 'Newsletters'],
      ['N then S', 'Write a story'],
      ['N then N', 'Write a newsletter'],
      ['N then B', 'Add a book'],
      ['/', 'Filter the list'],
      ['↑ ↓', 'Previous and next row'],
      ['X', 'Select the row'],
      ['Enter', 'Open the row'],
      ['E', 'Edit the row'],
    ],
  },
] as const

/** The keys of the admin pages, and the switch of those that need no other key. */
export function KeyList({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" hasClose onClose={onClose}>
      {() => (
        <div className="grid gap-20">
          {groups.map(({ title, keys }) => (
            <section key={title}>
              <h3 className="mb-4 font-sans text-15 font-semibold">{title}</h3>
              <dl>
                {keys.map(([key, does]) => (
                  <div
                    key={key}
                    className="flex justify-between gap-16 border-b border-line py-6 text-15"
                  >
                    <dt className="order-2 flex-none">
                      <kbd className="font-sans font-semibold">{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <SingleKeysSwitch />
        </div>
      )}
    </Dialog>
  )
}
