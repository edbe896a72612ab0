/** A script as it stands in the page: without the comments, which every reader would pay for. */
export function inlineText(source) {
  return source.replace(/^\s*\/\/.*\n/gm, '').trim()
}
