// WordPress' export format (WXR 1.2), with what real exports hold: everything of a post can be set, or left wrong.

export interface WxrPost {
  id: number | string
  title?: string
  link?: string
  creator?: string
  content?: string
  excerpt?: string
  date?: string
  dateGmt?: string
  modified?: string
  status?: string
  type?: string
  parent?: number
  password?: string
  isSticky?: boolean
  attachmentUrl?: string
  categories?: string[]
  tags?: string[]
  meta?: Record<string, string>
  comments?: number
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** `https://old.example` unless said otherwise. */
export function aWxr(posts: Iterable<WxrPost>, site?: Parameters<typeof wxrHead>[0]): string {
  return [wxrHead(site), ...[...posts].map(wxrItem), wxrEnd].join('\n')
}

export function wxrHead({
  address = 'https://old.example',
  authors = { ada: 'Ada Obi &amp; sons' },
}: {
  address?: string
  authors?: Record<string, string>
} = {}): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.4.3" created="2026-11-01 10:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>The Old Magazine</title>
  <link>${address}</link>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>${address}</wp:base_site_url>
  <wp:base_blog_url>${address}</wp:base_blog_url>
${Object.entries(authors)
  .map(
    ([login, name], index) =>
      `  <wp:author><wp:author_id>${index + 1}</wp:author_id><wp:author_login>${cdata(login)}</wp:author_login><wp:author_email>${cdata(`${login}@old.example`)}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name></wp:author>`,
  )
  .join('\n')}
  <wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:cat_name>${cdata('News')}</wp:cat_name></wp:category>
  <generator>https://wordpress.org/?v=6.4.3</generator>`
}

export const wxrEnd = '</channel>\n</rss>\n'

export function wxrItem(post: WxrPost): string {
  const {
    id,
    title = `Post ${id}`,
    link = `https://old.example/2019/03/post-${id}/`,
    creator = 'ada',
    content = '',
    excerpt = '',
    date = '2019-03-05 11:30:00',
    dateGmt = '2019-03-05 10:30:00',
    modified = '2020-01-01 08:00:00',
    status = 'publish',
    type = 'post',
    parent = 0,
    password = '',
    isSticky = false,
    attachmentUrl,
    categories = [],
    tags = [],
    meta = {},
    comments = 0,
  } = post
  const terms = (domain: string, names: string[]) =>
    names.map(
      (name) => `<category domain="${domain}" nicename="${slug(name)}">${cdata(name)}</category>`,
    )
  return `  <item>
    <title>${cdata(title)}</title>
    <link>${link}</link>
    <pubDate>${dateGmt.startsWith('0000') ? 'Wed, 30 Nov -0001 00:00:00 +0000' : new Date(`${dateGmt.replace(' ', 'T')}Z`).toUTCString()}</pubDate>
    <dc:creator>${cdata(creator)}</dc:creator>
    <guid isPermaLink="false">https://old.example/?p=${id}</guid>
    <description></description>
    <content:encoded>${cdata(content)}</content:encoded>
    <excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date>${cdata(date)}</wp:post_date>
    <wp:post_date_gmt>${cdata(dateGmt)}</wp:post_date_gmt>
    <wp:post_modified>${cdata(modified)}</wp:post_modified>
    <wp:post_modified_gmt>${cdata(modified)}</wp:post_modified_gmt>
    <wp:status>${cdata(status)}</wp:status>
    <wp:post_parent>${parent}</wp:post_parent>
    <wp:post_type>${cdata(type)}</wp:post_type>
    <wp:post_password>${cdata(password)}</wp:post_password>
    <wp:is_sticky>${isSticky ? 1 : 0}</wp:is_sticky>
    ${attachmentUrl ? `<wp:attachment_url>${cdata(attachmentUrl)}</wp:attachment_url>` : ''}
    ${[...terms('category', categories), ...terms('post_tag', tags)].join('\n    ')}
    ${Object.entries(meta)
      .map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
      )
      .join('\n    ')}
    ${'<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[<title>no title</title> Great!]]></wp:comment_content></wp:comment>'.repeat(comments)}
  </item>`
}
