import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type WxrPost, wxrEnd, wxrHead, wxrItem } from './wordpress-export.ts'

const words =
  'the road to kano was long and everybody had an opinion about water light teachers goats before evening came again with dust drums in Ọ̀yọ́ village where children read aloud'.split(
    ' ',
  )

/** Some 850 words, others in each post. */
function aText(seed: number, line: (text: string) => string): string {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const word = words[state % words.length] as string
    return state % 50 === 0 ? `${word}${state % 5_000}` : word
  }
  const lines = Array.from({ length: 12 }, () => line(Array.from({ length: 70 }, next).join(' ')))
  return lines.join('\n\n')
}

async function writeAll(path: string, pieces: Iterable<string>) {
  const out = createWriteStream(path)
  for (const piece of pieces) if (!out.write(piece)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
}

/** An export of WordPress with so many posts, half of them of the block editor, and as many attachments. */
export function writeLargeWxr(path: string, posts: number) {
  function* pieces() {
    yield wxrHead()
    for (let id = 1; id <= posts; id++) {
      const post: WxrPost = { id, categories: ['News'], tags: ['water'], comments: 2 }
      const isBlock = id % 2 === 0
      const block = (text: string) =>
        `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
      yield wxrItem({ ...post, content: aText(id, isBlock ? block : (text) => text) })
      const attachmentUrl = `https://old.example/wp-content/uploads/p${id}.jpg`
      yield wxrItem({ id: posts + id, type: 'attachment', parent: id, attachmentUrl })
    }
    yield wxrEnd
  }
  return writeAll(path, pieces())
}

/** The same of Ghost, each text as HTML, Lexical and plain, as Ghost exports it. */
export function writeLargeGhost(path: string, posts: number) {
  function* pieces() {
    yield '{"db":[{"meta":{"version":"5.75.0"},"data":{"posts":['
    for (let id = 1; id <= posts; id++) {
      const plaintext = aText(id, (text) => text)
      const children = plaintext.split('\n\n').map((text) => ({
        children: [
          {
            detail: 0,
            format: 0,
            mode: 'normal',
            style: '',
            text,
            type: 'extended-text',
            version: 1,
          },
        ],
        type: 'paragraph',
      }))
      const post = {
        id: String(id).padStart(24, '0'),
        title: `Post ${id}`,
        slug: `post-${id}`,
        type: 'post',
        status: 'published',
        visibility: 'public',
        html: aText(id, (text) => `<p>${text}</p>`),
        lexical: JSON.stringify({ root: { children, type: 'root' } }),
        plaintext,
        published_at: '2023-01-05T10:00:00.000Z',
      }
      yield `${id > 1 ? ',' : ''}${JSON.stringify(post)}`
    }
    yield ']}}]}'
  }
  return writeAll(path, pieces())
}
