const closeBooks = 'Close my books here'

export const keptWords = {
  keep: 'Keep',
  kept: 'Kept',
  keepSized: (size: string) => `Keep - ${size}`,
  goOn: (size: string) => `Go on keeping - ${size}`,
  keeping: 'Keeping…',
  here: (size: string) => `On this phone, ${size}`,
  goOnline:
    'Go online once to go on reading. After 30 days without a network a bought book waits for it; it is still on this phone.',
  done: 'It opens in flight mode now.',
  removed: 'It is no longer on this phone.',
  used: (bytes: number, of: number) => `${inMegabytes(bytes)} of ${Math.round(of / 1024 ** 2)} MB`,
  noRoom: (largest: string | undefined) =>
    `No Room Left. Nothing was kept. ${
      largest
        ? `“${largest}” takes up the most of your kept books: remove it, then try again.`
        : 'Delete something from this phone, then try again.'
    }`,
  brokeOff:
    'This broke off. Please check your connection and press again: what is here already is not fetched twice.',
  closeBooks,
  othersHere:
    'Do others use this browser? Close what was bought without an account: its books, and your places in them, go from it. Your order opens them again.',
  until: `until you press “${closeBooks}” below the contents.`,
}

function inMegabytes(bytes: number): string {
  return bytes > 0 ? Math.max(0.1, bytes / 1024 ** 2).toFixed(1) : '0'
}
