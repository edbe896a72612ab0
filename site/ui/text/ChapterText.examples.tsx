import { ChapterText } from './ChapterText.tsx'

const words = (text: string, ...marks: object[]) => ({ type: 'text', text, marks })
const paragraph = (text: string, attrs = {}) => ({
  type: 'paragraph',
  attrs,
  content: [words(text)],
})
const cell = (text: string, isHeader = false) => ({
  type: 'cell',
  attrs: { isHeader },
  content: [paragraph(text)],
})

const doc = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        words('She sold '),
        words('akara', { type: 'strong' }),
        words(' at dawn, and '),
        words('nobody', { type: 'em' }),
        words(' asked her why.'),
        words(
          '1',
          { type: 'place', attrs: { part: 1, anchor: 'a1', isNote: true } },
          { type: 'sup' },
        ),
      ],
    },
    { type: 'heading', attrs: { level: 2 }, content: [words('What it cost')] },
    paragraph('In the middle', { align: 'center' }),
    {
      type: 'verse',
      content: [
        {
          type: 'paragraph',
          content: [words('One line'), { type: 'line_break' }, words('\u00a0\u00a0and another')],
        },
      ],
    },
    { type: 'quote', content: [paragraph('We counted it.')] },
    {
      type: 'bullet_list',
      content: [{ type: 'list_item', content: [paragraph('A bag of beans')] }],
    },
    {
      type: 'table',
      content: [
        { type: 'row', content: [cell('Town', true), cell('Kilometres', true)] },
        { type: 'row', content: [cell('Lokoja'), cell('310')] },
      ],
    },
    { type: 'divider' },
    { type: 'note', attrs: { anchor: 'a1' }, content: [paragraph('Her sister did.')] },
  ],
}

export const examples = {
  everyBlock: () => (
    <ChapterText doc={doc} id="a-book" number={1} pictures={[]} hasDropCap={false} />
  ),
}
