import type { SaveState } from './draft-saver.ts'

/** What an editor says of its saving; `thing` is what is written, as in "this story". */
export function saveText(
  state: SaveState,
  time: (at: string) => string,
  thing: 'story' | 'letter',
): string {
  switch (state.is) {
    case 'saved':
      // Nothing was typed yet, or nothing of it is on the server.
      return state.at ? `Saved at ${time(state.at)}` : ''
    case 'changed':
      return 'Not saved yet'
    case 'saving':
      return 'Saving…'
    case 'waiting':
      return 'No connection: your words are on this device and are saved later'
    case 'signedOut':
      return 'Signed out: your words are on this device'
    case 'refused':
      return `Not saved: ${state.sentence}`
    default:
      return `Somebody else has saved this ${thing}`
  }
}
