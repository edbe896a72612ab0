import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readPublications } from '#content/read-content.ts'
import { aVisitor } from '#tests/people.ts'

const publications = await readPublications('content')
const [one] = publications
if (!one) throw new Error('There are no publications')
const address = `/api/magazines/${one.id}.pdf`
const file = await readFile(one.pdfPath)

const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
  const { send } = await aVisitor()
  return send(address, { headers, method })
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a reader of the publications', () => {
  test('finds the four of the specification, in their order', () => {
    expect(publications.map(({ id, category }) => [id, category])).toEqual([
      ['growing-right', 'Youth Development'],
      ['best-and-brains-full', 'Magazine'],
      ['question-of-the-mind', 'Self-Help'],
      ['life-beyond-school', 'Career Development'],
    ])
  })

  test.each(publications)(
    'gets $id complete, as a PDF to read in the browser',
    async (publication) => {
      const { send } = await aVisitor()
      const response = await send(`/api/magazines/${publication.id}.pdf`)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('application/pdf')
      expect(response.headers.get('Content-Disposition')).toBe(
        `inline; filename="${publication.id}.pdf"`,
      )
      expect(response.headers.get('Accept-Ranges')).toBe('bytes')
      expect(response.headers.get('Content-Length')).toBe(String(publication.pdfBytes))
      const bytes = await bytesOf(response)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.equals(await readFile(publication.pdfPath))).toBe(true)
    },
  )

  test.each(publications)(
    'finds as many pages in $id as the card says, eight at least',
    async ({ pages, pdfPath }) => {
      const pdf = (await readFile(pdfPath)).toString('latin1')
      const leaves = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length
      const counted = Number(pdf.match(/\/Type\s*\/Pages\s*\/Count (\d+)/)?.[1])
      expect(leaves).toBeGreaterThanOrEqual(8)
      expect(`${leaves} pages`).toBe(pages)
      expect(counted).toBe(leaves)
    },
  )

  test('gets one as a download when they ask for that', async () => {
    const { send } = await aVisitor()
    const response = await send(`${address}?download=1`)
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${one.id}.pdf"`)
    const other = await send(`${address}?download=no`)
    expect(other.headers.get('Content-Disposition')).toMatch(/^inline;/)
  })

  test('gets size and ETag by HEAD, without a body', async () => {
    const response = await ask({}, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe(String(file.length))
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    expect(response.headers.get('ETag')).toBe((await ask()).headers.get('ETag'))
    expect((await bytesOf(response)).length).toBe(0)
  })

  test.each([
    'none',
    'GROWING-RIGHT',
    'growing-right.pdf',
    '__proto__',
    'constructor',
    '..%2Fbrand',
  ])('finds no publication called %s', async (id) => {
    const { send } = await aVisitor()
    const response = await send(`/api/magazines/${id}.pdf`)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect((await response.json()).message).toBe(
      "The publication you're looking for doesn't exist.",
    )
  })
})

describe('a reader whose phone requests a range of a publication', () => {
  const last = file.length - 1

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-199', 100, 199],
    ['bytes=-500', file.length - 500, last],
    [`bytes=${file.length - 10}-`, file.length - 10, last],
    ['bytes=0-', 0, last],
    [`bytes=5-${file.length * 2}`, 5, last],
    [`bytes=-${file.length * 2}`, 0, last],
  ])('with %s gets exactly these bytes', async (range, start, end) => {
    const response = await ask({ Range: range })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${file.length}`)
    expect(response.headers.get('Content-Length')).toBe(String(end - start + 1))
    expect((await bytesOf(response)).equals(file.subarray(start, end + 1))).toBe(true)
  })

  test.each([
    `bytes=${file.length}-`,
    'bytes=9999999999-',
    'bytes=-0',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=',
    'bytes',
  ])('with %s gets a 416 with the length of the file', async (range) => {
    const response = await ask({ Range: range })
    expect(response.status).toBe(416)
    expect(response.headers.get('Content-Range')).toBe(`bytes */${file.length}`)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBeNull()
    expect((await response.json()).message).toBe('The requested part lies outside the file.')
  })

  test.each(['bytes=0-1,5-9', 'bytes=0-0,-1', 'items=0-5'])(
    'with %s gets the whole file',
    async (range) => {
      const response = await ask({ Range: range })
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Range')).toBeNull()
      expect((await bytesOf(response)).length).toBe(file.length)
    },
  )

  test('resumes an interrupted download while the file is unchanged', async () => {
    const etag = (await ask({}, 'HEAD')).headers.get('ETag') ?? ''
    expect((await ask({ Range: 'bytes=10-19', 'If-Range': etag })).status).toBe(206)
  })

  test.each(['"another"', 'W/"another"', 'Wed, 01 Jan 2020 00:00:00 GMT'])(
    'gets the whole file when its ETag is not %s',
    async (condition) => {
      const response = await ask({ Range: 'bytes=10-19', 'If-Range': condition })
      expect(response.status).toBe(200)
      expect((await bytesOf(response)).length).toBe(file.length)
    },
  )

  test('gets the whole size by HEAD, since ranges are for GET', async () => {
    const response = await ask({ Range: 'bytes=0-9' }, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe(String(file.length))
    expect(response.headers.get('Content-Range')).toBeNull()
  })

  test('gets ranges that together are the file', async () => {
    const size = Math.ceil(file.length / 7)
    const parts = await Promise.all(
      Array.from({ length: 7 }, async (_, part) =>
        bytesOf(await ask({ Range: `bytes=${part * size}-${(part + 1) * size - 1}` })),
      ),
    )
    expect(Buffer.concat(parts).equals(file)).toBe(true)
  })
})

describe('a reader who has the publication already', () => {
  test('gets a 304 by its ETag', async () => {
    const first = await ask({}, 'HEAD')
    const { send } = await aVisitor()
    // A cache mode of its own would ask for everything anew; HEAD shows the same decision.
    const response = await send(address, {
      headers: { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' },
    })
    expect(response.status).toBe(304)
    expect((await bytesOf(response)).length).toBe(0)
    expect(response.headers.get('ETag')).toBe(first.headers.get('ETag'))
  })

  test('may cache it for a day', async () => {
    expect((await ask({}, 'HEAD')).headers.get('Cache-Control')).toBe('public, max-age=86400')
  })
})
