import fc from 'fast-check'
import type { Mark, Node } from 'prosemirror-model'
import { node, storySchema } from '#markdown/story-schema.ts'

// Documents that an editor could hold, full of what is syntax somewhere.

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('Ada', 'went', 'to', 'Kano', 'ẹ̀kọ́', 'it’s', '2026', 'a'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '1.',
        '1)',
        '#',
        '## x',
        '-',
        '+',
        '*',
        '**',
        '***',
        '_',
        '__',
        '<3',
        '<b>',
        '&amp;',
        '&',
      ],
      ...['>', '>>', '---', '===', '[x](y)', '![x](y)', '`', '~~~', '\\', '!', '|', '"', '(', ')'],
      ...[
        '…',
        '“quoted”',
        '₦500',
        '🎉',
        ':',
        '.',
        '\u00a0',
        '  ',
        'snake_case',
        'http://x.ng',
        '\\*',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
)
const separator = fc.constantFrom(' ', ' ', ' ', '', '  ')
const text = fc
  .array(fc.tuple(word, separator), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.flat().join(''))
  .filter((value) => value !== '')

const hrefs = fc.constantFrom(
  'https://ascend.example/a_(b)?x=1&copy=2&amp;=3',
  '/story/1',
  'mailto:ada@example.com',
  'https://x.ng/\\a<b>',
)
const marks: fc.Arbitrary<Mark[]> = fc
  .tuple(fc.boolean(), fc.boolean(), fc.option(hrefs, { freq: 5 }))
  .map(([strong, em, href]) => [
    ...(href ? [storySchema.mark('link', { href })] : []),
    ...(strong ? [storySchema.mark('strong')] : []),
    ...(em ? [storySchema.mark('em')] : []),
  ])
const words = fc.tuple(text, marks).map(([value, under]) => storySchema.text(value, under))
const inline = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: words },
    { weight: 1, arbitrary: fc.constant(node('line_break', null)) },
  ),
  { maxLength: 6 },
)
const paragraph = inline.map((content) => node('paragraph', null, content))
const heading = fc
  .tuple(fc.constantFrom(2, 3), fc.array(words, { maxLength: 3 }))
  .map(([level, content]) => node('heading', { level }, content))
const quote = fc
  .tuple(
    fc.constantFrom('quote', 'pull_quote'),
    fc.array(paragraph, { minLength: 1, maxLength: 3 }),
  )
  .map(([name, content]) => node(name, null, content))
const { list } = fc.letrec<{ list: Node; item: Node }>((tie) => ({
  item: fc
    .tuple(
      paragraph,
      fc.array(
        fc.oneof(
          { depthSize: 'small', maxDepth: 3 },
          { weight: 4, arbitrary: paragraph },
          { weight: 1, arbitrary: tie('list') },
        ),
        { maxLength: 2 },
      ),
    )
    .map(([first, rest]) => node('list_item', null, [first, ...rest])),
  list: fc
    .tuple(
      fc.option(fc.constantFrom(1, 3, 9, 99)),
      fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    )
    .map(([start, items]) =>
      start === null ? node('bullet_list', null, items) : node('ordered_list', { start }, items),
    ),
}))
const picture = fc.tuple(text, text, fc.option(text)).map(([alt, caption, credit]) =>
  node('picture', {
    src: '/uploads/00000000-0000-4000-8000-000000000000/1600.webp',
    alt,
    caption,
    credit: credit ?? '',
  }),
)
const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  heading,
  quote,
  list,
  picture,
  fc.constant(node('divider', null)),
)
export const someDocument = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((content) => node('doc', null, content))
