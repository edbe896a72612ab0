import type { Undo } from '#contract/undo.ts'
import type { Message } from '#site/messages/messages.ts'
import type { Save, Saved } from './draft-saver.ts'

/** Storage of one kind of document. Must be the same object at each render. */
export interface DocumentStore<Fields> {
  send(save: Save<Fields>): Promise<Saved>
  /** Fails if somebody has saved since that revision. */
  remove(id: string, number: number): Promise<{ undo: Undo | undefined } | undefined>
  /** The toast afterwards, on the list. */
  discarded: Message
  /** The prefix of the id in the key of the copy on this device. */
  copyKey: string
  listPath: string
  newPath: string
  editPath(id: string): string
  titleOf(fields: Fields): string
  /** Input that a preload script recorded; without it the page's elements are read. */
  takeTypedAhead?(): Fields | undefined
}

export interface CurrentText {
  /** As Markdown. */
  read(): string
  /** The words as one reads them, without the work of writing Markdown. */
  words?(): string
}
