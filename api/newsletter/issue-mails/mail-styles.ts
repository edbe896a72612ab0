import type { MailColours } from '#api/mails/render-mail.ts'

const ink = '#171A33'
const quiet = '#4B4A5C'
const line = '#DDCFB2'
export const paper = '#FBF5E8'

/** Widths of the mail and of its text, in pixels. */
export const mailWidth = 600
export const textWidth = 552
/** The width of a card's picture, which is an empty area if pictures are off. */
export const cardWidth = 320

const font = 'font-family:Arial,Helvetica,sans-serif'

export type MailStyles = ReturnType<typeof mailStyles>

/** Inline styles, since mail programs drop style sheets. */
export const mailStyles = ({ link, band }: MailColours) => ({
  body: `margin:0;padding:0;background-color:${paper}`,
  /** The preview text in lists of mails, hidden in the mail itself. */
  preheader: 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px',
  page: `width:100%;background-color:${paper}`,
  column: `width:100%;max-width:${mailWidth}px`,
  text: `padding:24px;${font};font-size:17px;line-height:26px;color:${ink};text-align:left`,
  head: `margin:0 0 24px;padding:0 0 12px;border-bottom:4px solid ${band};font-size:22px;line-height:28px;font-weight:bold;color:${link}`,
  paragraph: 'margin:0 0 16px',
  heading2: 'margin:28px 0 12px;font-size:22px;line-height:28px;font-weight:bold',
  heading3: 'margin:24px 0 8px;font-size:18px;line-height:24px;font-weight:bold',
  quote: `margin:0 0 16px;padding:0 0 0 16px;border-left:4px solid ${band}`,
  pullQuote: `margin:24px 0;padding:12px 0 0;border-top:2px solid ${band};border-bottom:2px solid ${band};font-size:21px;line-height:29px`,
  list: 'margin:0 0 16px;padding:0 0 0 24px',
  item: 'margin:0 0 8px',
  divider: `margin:24px 0;border:0;border-top:2px solid ${line}`,
  link: `color:${link};text-decoration:underline`,
  picture: 'display:block;width:100%;height:auto;border:0;background-color:#EADFC6;color:#171A33',
  caption: `margin:6px 0 16px;font-size:14px;line-height:20px;color:${quiet}`,
  card: `width:100%;margin:0 0 20px;border-bottom:1px solid ${line}`,
  cardText: `padding:0 0 16px;${font};font-size:17px;line-height:26px;color:${ink}`,
  cardKind: `margin:10px 0 0;font-size:14px;line-height:20px;color:${quiet}`,
  cardTitle: 'margin:0 0 4px;font-size:19px;line-height:25px;font-weight:bold',
  cardWords: 'margin:0',
  foot: `margin:28px 0 0;padding:16px 0 0;border-top:4px solid ${band};font-size:14px;line-height:22px;color:${quiet}`,
  small: `margin:12px 0 0;font-size:14px;line-height:22px;color:${quiet}`,
})

const darkQuery = '@media (prefers-color-scheme:dark){'

/**
 * The only style sheet: dark colours for programs that support it (Apple Mail, Outlook on phones). Others show the light
 * colours or invert them.
 */
export const darkSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  darkQuery,
  '.p{background-color:#12142B!important}',
  '.t{color:#F3ECDC!important}',
  '.q{color:#C9C4D6!important}',
  '.l{color:#A9B8FF!important}',
  '.b{border-color:#4A4A66!important}',
  '}',
].join('')

/** A mail in the mode that is asked for, whatever the device has. */
export const inMode = (html: string, mode: 'light' | 'dark') =>
  html.replace(darkQuery, mode === 'dark' ? '@media all{' : '@media not all{')
