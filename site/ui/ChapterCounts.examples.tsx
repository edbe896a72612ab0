import { ChapterCounts } from './ChapterCounts.tsx'

const chapters = [
  { title: 'A note before the first page', started: 240, finished: 201 },
  { title: 'The third goalkeeper', started: 180, finished: 34 },
  { title: 'Letters between Ikom and the hostel', started: 12, finished: null },
  { title: 'Riddles', started: null, finished: null },
]

export const examples = {
  'with many readers, some and few': () => (
    <ChapterCounts title="The Quiet Ledger" chapters={chapters} />
  ),
}
